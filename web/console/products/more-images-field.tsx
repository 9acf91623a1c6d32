import type { PageImage } from "../../../contract/api/images.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { uploadPhase, useFocusFallback } from "../../lib/use-focus-fallback.ts";
import type { Upload } from "../../lib/use-upload.ts";
import { Button } from "../../ui/button.tsx";
import { FieldAlert } from "../../ui/field-alert.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { TextField } from "../../ui/form-fields.tsx";
import { UploadStatus } from "../../ui/upload-status.tsx";
import { ALT_FIELD, ImageDetails } from "../editing/image-details.tsx";
import type { ProductFormState } from "./use-product-form.ts";

type MoreImagesFieldProps = {
  form: ProductFormState;
  images: readonly PageImage[];
  upload: Upload;
};

/** The images on the product's own page, in order. */
export function MoreImagesField({ form, images, upload }: MoreImagesFieldProps) {
  const running = upload.progress !== null;
  const controls = useFocusFallback<HTMLFieldSetElement>(
    `${uploadPhase({ running, attached: false })} ${images.length}`,
  );
  const problem = upload.error ?? form.formState.errors.moreImages?.message;
  const onChange = (changed: PageImage[]) => form.setValue("moreImages", changed, { shouldDirty: true });
  return (
    <fieldset ref={controls} className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="sr-only">More images</legend>
      {images.length > 0 && (
        <ul className="grid grid-cols-1 gap-3">
          {images.map((image, index) => (
            <li key={image.url} className="grid grid-cols-1 gap-3 rounded-control border border-line p-3.5">
              <ImageDetails
                url={image.url}
                alt={
                  <TextField
                    form={form}
                    {...ALT_FIELD}
                    label={`Description of image ${index + 2}`}
                    name={`moreImages.${index}.alt`}
                  />
                }
                focus={image.focus}
                onFocus={(focus) =>
                  onChange(images.map((each) => (each.url === image.url ? { ...each, focus } : each)))
                }
              />
              <div className="flex flex-wrap gap-2">
                {index > 0 && (
                  <Button
                    variant="quiet"
                    aria-label={`Move image ${index + 2} up`}
                    onClick={() => onChange(withMovedUp(images, index))}
                  >
                    Move up
                  </Button>
                )}
                <Button
                  variant="quiet"
                  aria-label={`Remove image ${index + 2}`}
                  onClick={() => onChange(images.filter(({ url }) => url !== image.url))}
                >
                  Remove image
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {upload.progress ? (
        <UploadStatus progress={upload.progress} onCancel={upload.cancel} />
      ) : (
        images.length < limits.moreImages.max && (
          <div>
            <FilePicker label="Add an image" accept="image/*" onPick={upload.start} />
          </div>
        )
      )}
      {upload.remark && (
        <p role="status" className="text-sm text-muted">
          {upload.remark}
        </p>
      )}
      {problem && <FieldAlert>{problem}</FieldAlert>}
      <p className="text-sm text-muted">Shown on the product's own page, below the first image.</p>
    </fieldset>
  );
}

function withMovedUp(images: readonly PageImage[], index: number): PageImage[] {
  const others = images.filter((_, place) => place !== index);
  const moved = images.slice(index, index + 1);
  return [...others.slice(0, index - 1), ...moved, ...others.slice(index - 1)];
}
