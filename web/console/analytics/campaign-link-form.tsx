import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { CampaignLink, CampaignLinkInput } from "../../../contract/api/campaign-links.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { slugOf } from "../../../contract/rules/slugs.ts";
import { normalizeSource } from "../../../contract/rules/sources.ts";
import { t } from "../../../contract/texts.ts";
import { submitHandler } from "../../lib/form-errors.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { keepUnchangedTime, toLocalInput } from "../../lib/time-fields.ts";
import { SelectField, TextField, TimeField } from "../../ui/form-fields.tsx";
import { DialogForm } from "../../widgets/form-dialog.tsx";
import { useCreator } from "../creator-context.ts";
import { ConflictNotice } from "../editing/conflict-notice.tsx";
import { useSavedValues } from "../editing/saved-values.ts";
import { productsQuery } from "../products/queries.ts";
import { campaignLinksQuery, useSaveLink } from "./queries.ts";

/** The form keeps the product's id as text. */
const Schema = CampaignLinkInput.extend({
  productId: z.string().transform((id) => (id === "" ? null : Number(id))),
});
type LinkFormValues = z.input<typeof Schema>;

const toFormValues = (link: CampaignLink | null, timeZone: string): LinkFormValues => ({
  title: link?.title ?? "",
  name: link?.name ?? "",
  source: link?.source ?? "",
  productId: link?.product_id ? String(link.product_id) : "",
  endsAt: toLocalInput(link?.ends_at ?? null, timeZone),
});
const LABELS = { title: t("Title"), source: t("Source"), productId: t("Leads to"), endsAt: t("Ends") };

type CampaignLinkFormProps = { link: CampaignLink | null; onSaved: () => void };

/** The form of a link. Fields without changes follow changes saved elsewhere. */
function useLinkForm({ link, onSaved }: CampaignLinkFormProps, timeZone: string) {
  const { data: links } = useQuery(campaignLinksQuery);
  const save = useSaveLink(link);
  const form = useForm<LinkFormValues, unknown, z.output<typeof Schema>>({
    resolver: schemaResolver(Schema),
    defaultValues: toFormValues(link, timeZone),
  });
  const { send, conflict } = useSavedValues<LinkFormValues, z.output<typeof Schema>, CampaignLink | null>(
    form,
    {
      opened: link,
      saved: links?.find(({ id }) => id === link?.id),
      schema: CampaignLink,
      toValues: (saved) => toFormValues(saved, timeZone),
    },
  );
  const submit = submitHandler(
    form,
    async (input) => {
      const endsAt = (read: CampaignLink | null) =>
        keepUnchangedTime(input.endsAt ?? null, read?.ends_at, timeZone);
      const saved = await send(
        (read) => save.mutateAsync({ input: { ...input, endsAt: endsAt(read) }, read }),
        () => void submit(),
      );
      if (saved) onSaved();
    },
    { fallback: t("Couldn't save the link.") },
  );
  const submitUnlessInConflict = (event: FormEvent) => {
    event.preventDefault();
    if (!conflict.ask()) void submit();
  };
  return { form, conflict, submit: submitUnlessInConflict };
}

export function CampaignLinkForm({ link, onSaved }: CampaignLinkFormProps) {
  const { time_zone: timeZone } = useCreator();
  const { data: products = [] } = useQuery(productsQuery);
  const { form, conflict, submit } = useLinkForm({ link, onSaved }, timeZone);
  /** Derives name and source from the title until the user types them. */
  const suggest = (title: string) => {
    if (link) return;
    const [first = ""] = title.trim().split(/\s+/);
    if (!form.getFieldState("source").isDirty)
      form.resetField("source", { defaultValue: normalizeSource(first) });
    if (!form.getFieldState("name").isDirty)
      form.resetField("name", {
        defaultValue: slugOf(title)
          .replace(/[^a-z0-9-]/g, "")
          .slice(0, limits.campaignName.max),
      });
  };
  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      submitLabel={link ? t("Save link") : t("Create link")}
      notice={<ConflictNotice conflict={conflict} labels={LABELS} />}
    >
      <TextField
        form={form}
        name="title"
        label={t("Title")}
        help={t("For yourself: “Story in May” or “Poster in the window”.")}
        maxLength={limits.campaignTitle.max}
        onValue={suggest}
      />
      <TextField
        form={form}
        name="name"
        label={t("Name in the URL")}
        help={
          link
            ? t("It stays, because it may be printed.")
            : t("Letters, digits and hyphens. It cannot be changed later.")
        }
        maxLength={limits.campaignName.max}
        readOnly={link !== null}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        form={form}
        name="source"
        label={t("Source")}
        help={t("Where it is placed: instagram, newsletter, poster.")}
        maxLength={limits.source.max}
        autoCapitalize="none"
      />
      <SelectField
        form={form}
        name="productId"
        label={t("Leads to")}
        options={[
          { value: "", label: t("Your page") },
          ...products.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <TimeField
        form={form}
        name="endsAt"
        label={t("Ends")}
        optional
        help={t(
          "After that, the link leads to your page and no longer counts visits. Local time in {timeZone}.",
          { timeZone: timeZone.replaceAll("_", " ") },
        )}
      />
    </DialogForm>
  );
}
