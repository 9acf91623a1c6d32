import type { PageImage } from "../../../contract/api/images.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import type { UploadQueue } from "../../lib/use-upload-queue.ts";
import { TextField } from "../../ui/form-fields.tsx";
import { ALT_FIELD } from "../editing/image-details.tsx";
import { ImagesField, type ImageTexts } from "../editing/images-field.tsx";
import type { ProductFormState } from "./use-product-form.ts";

type MoreImagesFieldProps = {
  form: ProductFormState;
  images: readonly PageImage[];
  queue: UploadQueue;
};

const textsOfImages = (): ImageTexts => ({
  add: t("Add images"),
  full: (counts) =>
    t(
      "There is room for {max, plural, one {# image} other {# images}}. Left out: {leftOut, plural, one {# image} other {# images}}.",
      counts,
    ),
  describe: (at) => t("Description of image {number}", at),
  crop: (at) => t("Crop image {number}", at),
  moveUp: (at) => t("Move up image {number}", at),
  moveDown: (at) => t("Move down image {number}", at),
  remove: (at) => t("Remove image {number}", at),
});

/** The images on the product's own page, in order. */
export function MoreImagesField({ form, images, queue }: MoreImagesFieldProps) {
  return (
    <ImagesField
      legend={{ text: t("More images"), isShown: false }}
      images={images}
      onChange={(changed) => form.setValue("moreImages", changed, { shouldDirty: true })}
      texts={textsOfImages()}
      first={2}
      max={limits.moreImages.max}
      queue={queue}
      error={form.formState.errors.moreImages?.message}
      help={t("Shown on the product's own page, below the first image.")}
      alt={(index, label) => (
        <TextField
          form={form}
          {...ALT_FIELD}
          help={undefined}
          label={label}
          name={`moreImages.${index}.alt`}
        />
      )}
    />
  );
}
