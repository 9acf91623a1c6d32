import type { UseFormRegisterReturn } from "react-hook-form";
import { isHttpUrl } from "../../../contract/fields.ts";
import { uploadPhase, useFocusFallback } from "../../lib/use-focus-fallback.ts";
import type { Upload } from "../../lib/use-upload.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { Input } from "../../ui/input.tsx";
import { TileImage } from "../../ui/tile-image.tsx";
import { UploadStatus } from "../../ui/upload-status.tsx";

type TileImageFieldProps = {
  tileId: number;
  title: string;
  imageUrl: string;
  register: UseFormRegisterReturn;
  onRemove: () => void;
  upload: Upload;
  error: string | undefined;
};

/** The tile's image, by upload or by address, beside what it will look like. */
export function TileImageField({
  tileId,
  title,
  imageUrl,
  register,
  onRemove,
  upload,
  error,
}: TileImageFieldProps) {
  const running = upload.progress !== null;
  const controls = useFocusFallback<HTMLDivElement>(uploadPhase({ running, attached: imageUrl !== "" }));
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3 border-line sm:rounded-card sm:border sm:p-4">
      <legend className="mb-2 font-semibold sm:sr-only">Image</legend>
      <div className="flex items-center gap-3 sm:gap-4">
        <TileImage
          id={tileId}
          title={title}
          image={isHttpUrl(imageUrl) ? imageUrl : null}
          sizes="88px"
          className="w-16 shrink-0 sm:w-22"
        />
        <div ref={controls} className="grid min-w-0 flex-1 grid-cols-1 gap-2">
          {upload.progress ? (
            <UploadStatus progress={upload.progress} onCancel={upload.cancel} />
          ) : (
            <div className="flex flex-wrap gap-2">
              <FilePicker
                label={imageUrl ? "Replace image" : "Upload image"}
                accept="image/*"
                onPick={upload.start}
              />
              {imageUrl && (
                <Button variant="quiet" onClick={onRemove}>
                  Remove image
                </Button>
              )}
            </div>
          )}
          {upload.error && (
            <p role="alert" className="text-sm font-medium text-bad">
              {upload.error}
            </p>
          )}
        </div>
      </div>
      <Field label="Image URL" optional error={error}>
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            {...register}
          />
        )}
      </Field>
    </fieldset>
  );
}
