import { CENTER } from "../../../contract/api/images.ts";
import { useFieldUpload } from "../../lib/use-upload.ts";
import { useUploadQueue } from "../../lib/use-upload-queue.ts";
import type { TileFormState } from "./tile-draft.ts";

/** The uploads of a tile's image and of a gallery's pictures. */
export function useTileUploads(form: TileFormState) {
  const image = useFieldUpload(form, "imageUrl", {
    purpose: "image",
    onDone: ({ url }) => {
      form.setValue("imageUrl", url ?? "", { shouldDirty: true });
      // Details of the former image do not apply to another one.
      form.setValue("imageAlt", "");
      form.setValue("imageFocus", CENTER);
    },
  });
  const picture = useFieldUpload(form, "images", {
    purpose: "image",
    onDone: ({ url }) => {
      const images = form.getValues("images") ?? [];
      if (url) form.setValue("images", [...images, { url, alt: "", focus: CENTER }], { shouldDirty: true });
    },
  });
  const gallery = useUploadQueue(picture);
  /** The field whose upload is unfinished, or null. */
  const unfinished: "imageUrl" | "images" | null = image.progress
    ? "imageUrl"
    : picture.progress
      ? "images"
      : null;
  return { image, gallery, unfinished };
}
