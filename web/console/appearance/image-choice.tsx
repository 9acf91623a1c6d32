import { uploadPhase, useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { useUpload } from "../../lib/use-upload.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { UploadStatus } from "../../ui/upload-status.tsx";

type ImageChoiceProps = {
  /** "cover image": as in "Upload cover image". */
  what: string;
  url: string | null;
  onChange: (url: string | null) => void;
};

/** An image of the page: upload, replace, remove. */
export function ImageChoice({ what, url, onChange }: ImageChoiceProps) {
  const upload = useUpload({
    purpose: "image",
    failure: "Image upload failed",
    onDone: (uploaded) => onChange(uploaded.url),
  });
  const running = upload.progress !== null;
  const controls = useFocusFallback<HTMLDivElement>(uploadPhase({ running, attached: url !== null }));
  return (
    <div className="flex items-center gap-4">
      {url !== null && (
        <img
          alt=""
          src={url}
          className="h-16 w-28 shrink-0 rounded-control border border-line object-cover"
        />
      )}
      <div ref={controls} className="grid min-w-0 flex-1 grid-cols-1 gap-2">
        {upload.progress ? (
          <UploadStatus progress={upload.progress} onCancel={upload.cancel} />
        ) : (
          <div className="flex flex-wrap gap-2">
            <FilePicker
              label={`${url === null ? "Upload" : "Replace"} ${what}`}
              accept="image/*"
              onPick={upload.start}
            />
            {url !== null && (
              <Button variant="quiet" onClick={() => onChange(null)}>
                Remove {what}
              </Button>
            )}
          </div>
        )}
        {upload.error && (
          <div role="alert">
            <FieldError>{upload.error}</FieldError>
          </div>
        )}
      </div>
    </div>
  );
}
