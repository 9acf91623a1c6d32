import type { Upload } from "../../lib/use-upload.ts";
import { ImagePlaceholder } from "../../ui/image-placeholder.tsx";
import { TileImage } from "../../ui/tile-image.tsx";
import { ImageUpload } from "../../widgets/image-upload.tsx";

type ProductImageFieldProps = {
  /** Decides the colour of a product without an image. */
  productId: number;
  name: string;
  imageUrl: string;
  upload: Upload;
  onRemove: () => void;
  error: string | undefined;
};

/** The image that tiles of the product show. */
export function ProductImageField(props: ProductImageFieldProps) {
  const { productId, name, imageUrl, upload, onRemove, error } = props;
  const hasImage = imageUrl !== "";
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">Image</legend>
      <div className="flex items-center gap-4">
        {hasImage || name.trim() !== "" ? (
          <TileImage
            id={productId}
            title={name}
            image={hasImage ? imageUrl : null}
            sizes="72px"
            className="w-18 shrink-0"
          />
        ) : (
          <ImagePlaceholder className="w-18" />
        )}
        <ImageUpload hasImage={hasImage} upload={upload} onRemove={onRemove} error={error} />
      </div>
      <p className="mt-1.5 text-sm text-muted">Shown on the product's tile and its orders.</p>
    </fieldset>
  );
}
