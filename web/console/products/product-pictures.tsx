import type { Product } from "../../../contract/api/products.ts";
import { formatCount } from "../../../contract/rules/formats.ts";
import { TextField } from "../../ui/form-fields.tsx";
import { ALT_FIELD, ImageDetails } from "../image-details.tsx";
import { Fold, Part } from "./form-parts.tsx";
import { MoreImagesField } from "./more-images-field.tsx";
import type { ProductFormValues } from "./product-draft.ts";
import { ProductImageField } from "./product-image-field.tsx";
import type { useProductForm } from "./use-product-form.ts";

type ProductPicturesProps = {
  state: ReturnType<typeof useProductForm>;
  product: Product | null;
  values: ProductFormValues;
};

/** The image of a product with its details, and further ones for its page. */
export function ProductPictures({ state, product, values }: ProductPicturesProps) {
  const { form, image, more } = state;
  const { errors } = form.formState;
  return (
    <Part title="Pictures">
      <ProductImageField
        productId={product?.id ?? 0}
        name={values.name}
        imageUrl={values.mediaUrl}
        upload={image.upload}
        onRemove={image.remove}
        error={errors.mediaUrl?.message}
      />
      {values.mediaUrl !== "" && (
        <Fold
          title="Image details"
          value={values.mediaAlt.trim() || "No description"}
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
          title="More images"
          value={
            values.moreImages.length === 0
              ? "None"
              : formatCount(values.moreImages.length, ["image", "images"])
          }
          error={errors.moreImages !== undefined}
        >
          <MoreImagesField
            form={form}
            images={values.moreImages}
            upload={more.upload}
            onChange={(images) => form.setValue("moreImages", images, { shouldDirty: true })}
            error={errors.moreImages?.message}
          />
        </Fold>
      )}
    </Part>
  );
}
