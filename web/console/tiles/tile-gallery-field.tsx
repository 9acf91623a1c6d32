import { useWatch } from "react-hook-form";
import { CENTER } from "../../../contract/api/images.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import type { UploadQueue } from "../../lib/use-upload-queue.ts";
import { TextField } from "../../ui/form-fields.tsx";
import { ALT_FIELD } from "../editing/image-details.tsx";
import { ImagesField, type ImageTexts } from "../editing/images-field.tsx";
import type { TileFormState } from "./tile-draft.ts";

const textsOfImages = (): ImageTexts => ({
  add: t("Add pictures"),
  full: (counts) =>
    t(
      "There is room for {max, plural, one {# picture} other {# pictures}}. Left out: {leftOut, plural, one {# picture} other {# pictures}}.",
      counts,
    ),
  describe: (at) => t("Description of picture {number}", at),
  crop: (at) => t("Crop picture {number}", at),
  moveUp: (at) => t("Move up picture {number}", at),
  moveDown: (at) => t("Move down picture {number}", at),
  remove: (at) => t("Remove picture {number}", at),
});

/** The pictures of a gallery, in order. */
export function TileGalleryField({ form, queue }: { form: TileFormState; queue: UploadQueue }) {
  const images = useWatch({ control: form.control, name: "images" }) ?? [];
  return (
    <ImagesField
      legend={{ text: t("Pictures"), isShown: true }}
      images={images.map(({ url, alt = "", focus = CENTER }) => ({ url, alt, focus }))}
      onChange={(changed) => form.setValue("images", changed, { shouldDirty: true })}
      texts={textsOfImages()}
      first={1}
      max={limits.galleryImages.max}
      queue={queue}
      error={form.formState.errors.images?.message}
      help={t(
        "Up to {max, plural, one {# picture} other {# pictures}}. Descriptions are read to people who cannot see them.",
        {
          max: limits.galleryImages.max,
        },
      )}
      alt={(index, label) => (
        <TextField form={form} {...ALT_FIELD} help={undefined} label={label} name={`images.${index}.alt`} />
      )}
    />
  );
}
