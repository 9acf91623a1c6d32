import { findPlayer } from "../../../contract/rules/players.ts";
import { t } from "../../../contract/texts.ts";
import { UrlField } from "../../ui/form-fields.tsx";
import { PasteField } from "./paste-field.tsx";
import type { Pasted } from "./pasted-links.ts";
import type { TileFormState } from "./tile-draft.ts";
import { useLinkPreview } from "./use-link-preview.ts";

type LinkFieldProps = {
  form: TileFormState;
  /** Called with several pasted links, or with text beside one that is no link. */
  onLinks: (pasted: Pasted) => void;
};

/** A single pasted link fills the form. Several are reviewed in a list. */
export function LinkField({ form, onLinks }: LinkFieldProps) {
  const { readInto } = useLinkPreview(form);
  const take = (pasted: Pasted) => {
    const [url = ""] = pasted.urls;
    if (pasted.urls.length > 1 || pasted.dropped.length > 0) return onLinks(pasted);
    form.setValue("type", findPlayer(url, window.location.hostname) ? "content" : "link");
    form.setValue("productId", null);
    form.setValue("url", url, { shouldDirty: true });
    form.clearErrors();
    readInto(url);
    form.setFocus("title");
  };
  return <PasteField action={t("Use link")} onLinks={take} />;
}

/** Fills the other fields from the page of a pasted URL. */
export function DestinationField({ form }: { form: TileFormState }) {
  const { isReading, onPaste } = useLinkPreview(form);
  return (
    <UrlField
      form={form}
      name="url"
      label={t("Destination URL")}
      help={isReading && <span role="status">{t("Reading the linked page…")}</span>}
      onPaste={(event) => onPaste(event.clipboardData.getData("text"))}
    />
  );
}
