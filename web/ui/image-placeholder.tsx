import { ImageIcon } from "lucide-react";

/** Replaces an image that was not chosen yet. */
export function ImagePlaceholder({ className }: { className: string }) {
  return (
    <span
      className={`grid aspect-square shrink-0 place-items-center rounded-tile border border-dashed border-muted/50 text-muted ${className}`}
    >
      <ImageIcon size={24} />
    </span>
  );
}
