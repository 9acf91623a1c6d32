import type Sharp from "sharp";

// Resolved at the start, because Node remembers a package that it did not find, for example during an `npm ci` in the folder of the running process.
import.meta.resolve("sharp");

let isLimited = false;

/** Loads the image library with its limits. Loaded on first use, because it takes 20 MB and many processes never process an image. */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  if (isLimited) return sharp;
  sharp.cache(false);
  sharp.concurrency(1);
  // Only the accepted formats may be decoded. Buffers hold only trusted data: the software's own SVG images and images that it re-encoded.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["JpegFile", "PngFile", "WebpFile", "NsgifFile", "HeifFile", "SvgBuffer", "WebpBuffer"].map(
      (name) => `VipsForeignLoad${name}`,
    ),
  });
  isLimited = true;
  return sharp;
}
