import { open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import pLimit from "p-limit";
import sharp, { type Metadata } from "sharp";
import { IMAGE_WIDTHS } from "../../../contract/files.ts";
import { damagedImage, tooManyFrames, tooManyPixels } from "./errors.ts";

/** A decoder that reads in strips needs little memory: enough for what telephones take (50 megapixels). */
const MAX_PIXELS = 60_000_000;
/** Others hold the whole picture; measured at 8 bytes a pixel, AVIF at 17. */
const MAX_PIXELS_WHOLE = 30_000_000;
const MAX_PIXELS_AVIF = 16_000_000;
const MAX_FRAMES = 1000;
const SECONDS = 20;
const LARGEST = Math.max(...IMAGE_WIDTHS);
const TYPES = new Set(["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"]);
/** By their first bytes; what they really are, the decoder says. */
const CANDIDATES = new Set([...TYPES, "image/apng", "image/heif"]);

sharp.cache(false);
sharp.concurrency(1);
// Of the many formats the library reads, only ours; in memory alone what is ours: drawn art, and images drawn again.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["JpegFile", "PngFile", "WebpFile", "NsgifFile", "HeifFile", "SvgBuffer", "WebpBuffer"].map(
    (name) => `VipsForeignLoad${name}`,
  ),
});

/** A decoded image is large in memory: one at a time, the others wait. */
const runExclusive = pLimit(1);

/** One width of an image, as it is served. */
export type ImageVariant = { readonly width: number; readonly bytes: Buffer };

/** True when the content, not the name, is an image that we take. Throws 413 for one that is too big to decode. */
export async function isImage(path: string): Promise<boolean> {
  const found = await fileTypeFromBuffer(await readHeader(path));
  if (!found || !CANDIDATES.has(found.mime)) return false;
  const image = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!image?.mediaType || !TYPES.has(image.mediaType)) return false;
  const most = maxPixels(image);
  if (image.width * (image.pageHeight ?? image.height) > most) throw tooManyPixels(most);
  if ((image.pages ?? 1) > MAX_FRAMES) throw tooManyFrames(MAX_FRAMES);
  return true;
}

/** Draws an image again in every width: nothing of the original but its pixels is kept. Throws 400 when it cannot be read to its end. */
export async function reencode(source: string | Buffer): Promise<ImageVariant[]> {
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
      const pictures: ImageVariant[] = [];
      for (const width of IMAGE_WIDTHS) {
        const bytes = await sharp(data, { raw })
          .resize({ width, height: width, fit: "inside", withoutEnlargement: true })
          .webp({ quality: 80 })
          .toBuffer();
        pictures.push({ width, bytes });
      }
      return pictures;
    } catch (error) {
      throw damagedImage(error);
    }
  });
}

/** A square cut from an image that was drawn again, as JPEG. */
export function cropSquare(webp: Buffer, side: number): Promise<Buffer> {
  return sharp(webp)
    .resize({ width: side, height: side, fit: "cover" })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 84 })
    .toBuffer();
}

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
