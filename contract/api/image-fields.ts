import { z } from "zod";
import { boundedList, boundedText, isHttpUrl, maxLengthText } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { CENTER } from "./images.ts";

const FOCUS = "The focal point must be two numbers from 0 to 100.";
const percent = z
  .number({ error: FOCUS })
  .min(0, { error: FOCUS })
  .max(100, { error: FOCUS })
  .transform((value) => Math.round(value));

/** The focal point as entered: whole percent. */
export const FocusField = z.object({ x: percent, y: percent }, { error: FOCUS });
/** What an image shows, as entered. */
export const AltField = maxLengthText("Image description", limits.imageAlt.max);

/** A focal point in responses. */
export const Focus = z.object({ x: z.number(), y: z.number() });
/** An image in responses, with its description and focal point. */
export const Image = z.object({ url: z.string(), alt: z.string(), focus: Focus });
export type Image = z.infer<typeof Image>;

const IMAGE = "Image must be a valid URL (include http:// or https://).";

/** Several images as entered, in their order. */
export const ImagesField = boundedList(
  z.object(
    {
      url: boundedText(IMAGE, limits.url.max)
        .trim()
        .refine(isHttpUrl, { error: IMAGE })
        .transform((url) => new URL(url).href),
      alt: AltField.optional().transform((alt) => alt ?? ""),
      focus: FocusField.optional().transform((focus) => focus ?? CENTER),
    },
    { error: IMAGE },
  ),
  limits.moreImages.max,
  { type: "Images must be a list.", tooMany: `Add at most ${limits.moreImages.max} more images.` },
).transform((images) => [...new Map(images.map((image) => [image.url, image])).values()]);
