import { uploadPhase, useFocusFallback } from "../../lib/use-focus-fallback.ts";
import type { Upload } from "../../lib/use-upload.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { TileImage } from "../../ui/tile-image.tsx";
import { UploadStatus } from "../../ui/upload-status.tsx";

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
  const running = upload.progress !== null;
  const controls = useFocusFallback<HTMLDivElement>(uploadPhase({ running, attached: hasImage }));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">Image</legend>
      <div className="flex items-center gap-4">
        <TileImage
          id={productId}
          title={name}
          image={hasImage ? imageUrl : null}
          sizes="72px"
          className="w-18 shrink-0"
        />
        <div ref={controls} className="grid min-w-0 flex-1 grid-cols-1 gap-2">
          {upload.progress ? (
            <UploadStatus progress={upload.progress} onCancel={upload.cancel} />
          ) : (
            <div className="flex flex-wrap gap-2">
              <FilePicker
                label={hasImage ? "Replace image" : "Upload image"}
                accept="image/*"
                onPick={upload.start}
              />
              {hasImage && (
                <Button variant="quiet" onClick={onRemove}>
                  Remove image
                </Button>
              )}
            </div>
          )}
          {(upload.error ?? error) && (
            <div role="alert">
              <FieldError>{upload.error ?? error}</FieldError>
            </div>
          )}
        </div>
      </div>
      <p className="mt-1.5 text-sm text-muted">Shown on the product's tile and its orders.</p>
    </fieldset>
  );
}
