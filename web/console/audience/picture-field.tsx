import type { UseFormReturn } from "react-hook-form";
import type { CreatorEmailInput } from "../../../contract/api/audience-campaigns.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { type Upload, useUpload } from "../../lib/use-upload.ts";
import { TextField } from "../../ui/form-fields.tsx";
import { ALT_FIELD } from "../editing/image-details.tsx";
import { ImageUpload } from "../editing/image-upload.tsx";
import type { LetterContent } from "./letter-draft.ts";

type Form = UseFormReturn<LetterContent, unknown, CreatorEmailInput>;
type Picture = { upload: Upload; remove: () => void };

/** Uploads the picture. A new picture clears the description of the former one. */
export function usePicture(form: Form): Picture {
  const set = (url: string) => {
    form.setValue("imageUrl", url, { shouldDirty: true });
    form.setValue("imageAlt", "", { shouldDirty: true });
    form.clearErrors("imageUrl");
  };
  const upload = useUpload({
    purpose: "image",
    onDone: ({ url }) => set(url ?? ""),
  });
  return { upload, remove: () => set("") };
}

type PictureFieldProps = { form: Form; url: string; picture: Picture };

/** The picture above the text of an email. */
export function PictureField({ form, url, picture }: PictureFieldProps) {
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 flex w-full items-baseline justify-between font-semibold">
          {rich("Picture <part>Optional</part>", {
            part: (inside) => <span className="text-sm font-normal text-muted">{inside}</span>,
          })}
        </legend>
        <div className="flex flex-wrap items-center gap-4">
          {url !== "" && <img src={url} alt="" className="max-h-28 max-w-40 rounded-control" />}
          <ImageUpload
            labels={{
              upload: t("Upload picture"),
              replace: t("Replace picture"),
              remove: t("Remove picture"),
            }}
            hasImage={url !== ""}
            upload={picture.upload}
            onRemove={picture.remove}
            error={form.formState.errors.imageUrl?.message}
          />
        </div>
        <p className="mt-1.5 text-sm text-muted">{t("Shown above the text, as wide as the email.")}</p>
      </fieldset>
      {url !== "" && <TextField form={form} name="imageAlt" {...ALT_FIELD} />}
    </>
  );
}
