import { open } from "node:fs/promises";
import pLimit from "p-limit";
import type { Metadata, Sharp } from "sharp";
import { IMAGE_WIDTHS } from "../../../contract/api/files.ts";
import type { Focus, ImageDimensions } from "../../../contract/api/images.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { loadSharp } from "../../platform/sharp.ts";
import { errors } from "./errors.ts";
import { sizeText } from "./rules.ts";

/** The limit for formats that are decoded in strips, which takes little memory. Phones take photos of up to 50 megapixels. */
const MAX_PIXELS = 60_000_000;
/** The limit for formats whose decoder holds the whole image in memory: 8 bytes per pixel, and 17 for AVIF, as measured. */
const MAX_PIXELS_WHOLE = 30_000_000;
const MAX_PIXELS_AVIF = 16_000_000;
const MAX_FRAMES = 1000;
const SECONDS = 20;
const LARGEST = Math.max(...IMAGE_WIDTHS);
const TYPES = new Set(["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"]);
/** The accepted types by first bytes. The decoder determines the actual format later. */
const CANDIDATES = new Set([...TYPES, "image/apng", "image/heif"]);

/** Reads and decodes one image at a time, because a decoded image takes much memory. */
const runExclusive = pLimit(1);

export type ImageVariant = { readonly width: number; readonly bytes: Buffer };
/** An image in every width. `dimensions` belong to the largest one. */
export type ReencodedImage = { readonly variants: ImageVariant[]; readonly dimensions: ImageDimensions };

/** Detects an image by its content, regardless of the name. Returns null for any other file. `moves` is true for an animation. Throws 413 if it is too large to decode. */
export async function inspectImage(path: string, size: number): Promise<{ moves: boolean } | null> {
  const { fileTypeFromBuffer } = await import("file-type");
  const found = await fileTypeFromBuffer(await readHeader(path));
  if (!found || !CANDIDATES.has(found.mime)) return null;
  // Checked before decoding, because a decoder reads and keeps the whole file to count the frames of an animation.
  if (size > limits.imageBytes) throw errors.tooLarge({ noun: "image", size: sizeText(limits.imageBytes) });
  const sharp = await loadSharp();
  const image = await runExclusive(() => sharp(path, { limitInputPixels: false }).metadata()).catch(
    () => null,
  );
  if (!image?.mediaType || !TYPES.has(image.mediaType)) return null;
  const most = maxPixels(image);
  if (image.width * (image.pageHeight ?? image.height) > most)
    throw errors.tooManyPixels({ count: Math.floor(most / 1_000_000) });
  if ((image.pages ?? 1) > MAX_FRAMES) throw errors.tooManyFrames({ count: MAX_FRAMES });
  // The decoder does not support animated PNG.
  return { moves: (image.pages ?? 1) > 1 || found.mime === "image/apng" };
}

/**
 * Re-encodes an image in every width, so that only the pixels of the original are stored.
 * Throws 400 when it cannot be decoded completely.
 */
export async function reencode(source: string | Buffer): Promise<ReencodedImage> {
  const sharp = await loadSharp();
  return runExclusive(async () => {
    try {
      const { data, info } = await sharp(source, { failOn: "error", limitInputPixels: MAX_PIXELS })
        .autoOrient()
        .resize({ width: LARGEST, height: LARGEST, fit: "inside", withoutEnlargement: true })
        .toColourspace("srgb")
        .timeout({ seconds: SECONDS })
        .raw()
        .toBuffer({ resolveWithObject: true });
      const raw = { width: info.width, height: info.height, channels: info.channels };
      const variants: ImageVariant[] = [];
      for (const width of IMAGE_WIDTHS) {
        const bytes = await sharp(data, { raw })
          .resize({ width, height: width, fit: "inside", withoutEnlargement: true })
          .webp({ quality: 80 })
          .toBuffer();
        variants.push({ width, bytes });
      }
      return { variants, dimensions: { width: info.width, height: info.height } };
    } catch (error) {
      throw errors.damagedImage({ cause: error });
    }
  });
}

/** A square of `side` pixels around the focal point of an image. */
export type Crop = { side: number; focus: Focus };

/** Cuts a square from a re-encoded image, positioned like CSS `object-position`, and returns it as a JPEG. */
export async function cropSquare(webp: Buffer, { side, focus }: Crop): Promise<Buffer> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(webp).metadata();
  const edge = Math.min(width, height);
  const left = Math.round(((width - edge) * focus.x) / 100);
  const top = Math.round(((height - edge) * focus.y) / 100);
  return encodeJpeg(
    sharp(webp).extract({ left, top, width: edge, height: edge }).resize({ width: side, height: side }),
  );
}

/** Returns a re-encoded image as a JPEG, white where it is transparent. */
export const toJpeg = async (webp: Buffer): Promise<Buffer> => encodeJpeg((await loadSharp())(webp));

const encodeJpeg = (image: Sharp) =>
  image.flatten({ background: "#ffffff" }).jpeg({ quality: 84 }).toBuffer();

function maxPixels(image: Metadata): number {
  if (image.mediaType === "image/avif") return MAX_PIXELS_AVIF;
  const inStrips = image.format === "jpeg" || image.format === "png";
  return inStrips && !image.isProgressive ? MAX_PIXELS : MAX_PIXELS_WHOLE;
}

async function readHeader(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4100), 0, 4100, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
