import { t } from "../../../contract/texts.ts";
import { uploadPhase, useFocusFallback } from "../../lib/use-focus-fallback.ts";
import type { Upload } from "../../lib/use-upload.ts";
import { Button } from "../../ui/button.tsx";
import { FieldAlert } from "../../ui/field-alert.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { UploadStatus } from "../../ui/upload-status.tsx";

type ImageUploadProps = {
  /** The labels of the buttons. By default they say "image". */
  labels?: { upload: string; replace: string; remove: string };
  hasImage: boolean;
  upload: Upload;
  onRemove: () => void;
  /** An error of the field, shown if the upload itself has none. */
  error?: string;
};

/** Uploads an image, shows the progress, replaces and removes it. */
export function ImageUpload({
  labels = { upload: t("Upload image"), replace: t("Replace image"), remove: t("Remove image") },
  hasImage,
  upload,
  onRemove,
  error,
}: ImageUploadProps) {
  const running = upload.progress !== null;
  const controls = useFocusFallback<HTMLDivElement>(uploadPhase({ running, attached: hasImage }));
  const problem = upload.error ?? error;
  return (
    <div ref={controls} className="grid min-w-0 flex-1 grid-cols-1 gap-2">
      {upload.progress ? (
        <UploadStatus progress={upload.progress} onCancel={upload.cancel} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <FilePicker
            label={hasImage ? labels.replace : labels.upload}
            accept="image/*"
            onPick={upload.start}
          />
          {hasImage && (
            <Button variant="quiet" onClick={onRemove} className="whitespace-normal! max-[380px]:px-3!">
              {labels.remove}
            </Button>
          )}
        </div>
      )}
      {hasImage && upload.remark && (
        <p role="status" className="text-sm text-muted">
          {upload.remark}
        </p>
      )}
      {problem && <FieldAlert>{problem}</FieldAlert>}
    </div>
  );
}
