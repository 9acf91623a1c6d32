import { useUpload } from "../../lib/use-upload.ts";
import { ImageUpload } from "../../widgets/image-upload.tsx";

type ImageChoiceProps = {
  /** Completes the labels: "Upload cover image". */
  noun: string;
  url: string | null;
  onChange: (url: string | null) => void;
};

/** An image of the page: upload, replace, remove. */
export function ImageChoice({ noun, url, onChange }: ImageChoiceProps) {
  const upload = useUpload({
    purpose: "image",
    failure: "Image upload failed",
    onDone: (uploaded) => onChange(uploaded.url),
  });
  return (
    <div className="grid grid-cols-1 gap-3 sm:flex sm:items-center sm:gap-4">
      {url !== null && (
        <img
          alt=""
          src={url}
          className="h-16 w-28 shrink-0 rounded-control border border-line object-cover"
        />
      )}
      <ImageUpload noun={noun} hasImage={url !== null} upload={upload} onRemove={() => onChange(null)} />
    </div>
  );
}
