import { t } from "../../../contract/texts.ts";
import { TextField } from "../../ui/form-fields.tsx";
import { ImagePlaceholder } from "../../ui/image-placeholder.tsx";
import { TileImage } from "../../ui/tile-image.tsx";
import { ALT_FIELD, ImageDetails } from "../editing/image-details.tsx";
import { ImageUpload } from "../editing/image-upload.tsx";
import { Fold, Part } from "./form-parts.tsx";
import { MoreImagesField } from "./more-images-field.tsx";
import type { ProductFormProps } from "./use-product-form.ts";

/** The image of a product with its details, and more images for its page. */
export function ProductPictures({ state, product, values }: ProductFormProps) {
  const { form, image, more } = state;
  const { errors } = form.formState;
  const hasImage = values.mediaUrl !== "";
  return (
    <Part title={t("Pictures")}>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-semibold">{t("Image")}</legend>
        <div className="flex items-center gap-4">
          {hasImage || values.name.trim() !== "" ? (
            <TileImage
              id={product?.id ?? 0}
              title={values.name}
              image={values.mediaUrl || null}
              sizes="72px"
              className="w-18 shrink-0"
            />
          ) : (
            <ImagePlaceholder className="w-18" />
          )}
          <ImageUpload
            hasImage={hasImage}
            upload={image.upload}
            onRemove={image.remove}
            error={errors.mediaUrl?.message}
          />
        </div>
        <p className="mt-1.5 text-sm text-muted">{t("Shown on the product's tile and its orders.")}</p>
      </fieldset>
      {hasImage && (
        <Fold
          title={t("Image details")}
          value={values.mediaAlt.trim() || t("No description")}
          error={errors.mediaAlt !== undefined}
        >
          <ImageDetails
            url={values.mediaUrl}
            alt={<TextField form={form} {...ALT_FIELD} name="mediaAlt" />}
            focus={values.mediaFocus}
            onFocus={(focus) => form.setValue("mediaFocus", focus, { shouldDirty: true })}
          />
        </Fold>
      )}
      {values.type !== "tip" && (
        <Fold
          title={t("More images")}
          value={
            values.moreImages.length === 0
              ? t("No images")
              : t("{count, plural, one {# image} other {# images}}", { count: values.moreImages.length })
          }
          error={errors.moreImages !== undefined}
        >
          <MoreImagesField form={form} images={values.moreImages} queue={more} />
        </Fold>
      )}
    </Part>
  );
}
