import { z } from "zod";
import { boundedList, fieldMessages, maxLengthText } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { httpUrl } from "../rules/url-fields.ts";
import { defineMessages, type Message } from "../texts.ts";
import { CENTER } from "./images.ts";

const messages = defineMessages("images", {
  focus: "The focal point must be two numbers from 0 to 100.",
  list: "Images must be a list.",
  tooMany: "Add at most {max} more images.",
  tooManyPictures: "A gallery has at most {max} pictures.",
});
const percent = z
  .number({ error: messages.focus })
  .min(0)
  .max(100)
  .transform((value) => Math.round(value));

/** The focal point as entered: whole percent. */
export const FocusField = z.object({ x: percent, y: percent }, { error: messages.focus });
/** The description of an image as entered. */
export const AltField = maxLengthText("Image description", limits.imageAlt.max);

/** A focal point in responses. */
export const Focus = z.object({ x: z.number(), y: z.number() });
/** An image in responses, with its description and focal point. */
export const Image = z.object({ url: z.string(), alt: z.string(), focus: Focus });
export type Image = z.infer<typeof Image>;

const ImageField = z.object(
  {
    url: httpUrl({ noun: "Image" }),
    alt: AltField.optional().transform((alt) => alt ?? ""),
    focus: FocusField.optional().transform((focus) => focus ?? CENTER),
  },
  { error: fieldMessages.url({ noun: "Image" }) },
);

/** Several images as entered, in order, without duplicates. */
export const imagesField = ({ max, tooMany }: { max: number; tooMany: Message }) =>
  boundedList(ImageField, max, { type: messages.list, tooMany }).transform((images) => [
    ...new Map(images.map((image) => [image.url, image])).values(),
  ]);

/** The further images of a product. */
export const MoreImagesField = imagesField({
  max: limits.moreImages.max,
  tooMany: messages.tooMany(limits.moreImages),
});

/** The pictures of a gallery. */
export const GalleryField = imagesField({
  max: limits.galleryImages.max,
  tooMany: messages.tooManyPictures(limits.galleryImages),
});
