import { useQuery } from "@tanstack/react-query";
import { useController, useWatch } from "react-hook-form";
import { CENTER } from "../../../contract/api/images.ts";
import { imageSizes } from "../../../contract/rules/rules.ts";
import { isHttpUrl } from "../../../contract/rules/url-fields.ts";
import { t } from "../../../contract/texts.ts";
import type { Upload } from "../../lib/use-upload.ts";
import { Field } from "../../ui/field.tsx";
import { TextField } from "../../ui/form-fields.tsx";
import { ImagePlaceholder } from "../../ui/image-placeholder.tsx";
import { Input } from "../../ui/input.tsx";
import { TileImage } from "../../ui/tile-image.tsx";
import { ALT_FIELD, ImageDetails } from "../editing/image-details.tsx";
import { ImageUpload } from "../editing/image-upload.tsx";
import { productsQuery } from "../products/queries.ts";
import type { TileFormState } from "./tile-draft.ts";

type TileImageFieldProps = {
  form: TileFormState;
  /** Null for a new tile. */
  tileId: number | null;
  upload: Upload;
};

/** The tile's image, uploaded or by its URL, beside a preview. */
export function TileImageField({ form, tileId, upload }: TileImageFieldProps) {
  const [url, imageFocus] = useWatch({ control: form.control, name: ["imageUrl", "imageFocus"] });
  const imageUrl = url ?? "";
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3 border-line sm:rounded-card sm:border sm:p-4">
      <legend className="mb-2 font-semibold sm:sr-only">{t("Image")}</legend>
      <div className="flex items-center gap-3 sm:gap-4">
        <Preview form={form} tileId={tileId} />
        <ImageUpload
          hasImage={imageUrl !== ""}
          upload={upload}
          onRemove={() => form.setValue("imageUrl", "", { shouldDirty: true })}
        />
      </div>
      <ImageUrlField form={form} />
      {isHttpUrl(imageUrl) && (
        <ImageDetails
          url={imageUrl}
          alt={<TextField form={form} {...ALT_FIELD} name="imageAlt" />}
          focus={imageFocus ?? CENTER}
          onFocus={(focus) => form.setValue("imageFocus", focus, { shouldDirty: true })}
        />
      )}
    </fieldset>
  );
}

/** The displayed image: the tile's own, or the product's. */
function Preview({ form, tileId }: Pick<TileImageFieldProps, "form" | "tileId">) {
  const [imageUrl, title, productId] = useWatch({
    control: form.control,
    name: ["imageUrl", "title", "productId"],
  });
  const { data: products } = useQuery({ ...productsQuery, enabled: productId != null });
  const ofProduct = products?.find(({ id }) => id === productId)?.media_url ?? null;
  const image = imageUrl ? (isHttpUrl(imageUrl) ? imageUrl : null) : ofProduct;
  if (image === null && tileId === null) return <ImagePlaceholder className="w-16 sm:w-22" />;
  return (
    <TileImage id={tileId ?? 0} title={title} image={image} sizes="88px" className="w-16 shrink-0 sm:w-22" />
  );
}

/** Edits the URL of an image on another site. The URL of an uploaded image is hidden, because the creator did not enter it. */
function ImageUrlField({ form }: Pick<TileImageFieldProps, "form">) {
  const { field, fieldState } = useController({ control: form.control, name: "imageUrl" });
  const isUploaded = imageSizes(field.value ?? "") !== null;
  return (
    <Field
      label={t("Image URL")}
      optional
      help={isUploaded ? t("Your uploaded image is used. Enter a URL to replace it.") : undefined}
      error={fieldState.error?.message}
    >
      {(control) => (
        <Input
          {...control}
          {...field}
          value={isUploaded ? "" : (field.value ?? "")}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
        />
      )}
    </Field>
  );
}
