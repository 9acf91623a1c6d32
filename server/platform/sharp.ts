import type Sharp from "sharp";

// Resolved at the start, because Node never looks twice for a package that was missing, as during an `npm ci` in the folder of the running process.
import.meta.resolve("sharp");

let isLimited = false;

/** Loads the image library with its limits on first use: many processes never draw an image, and it takes 20 MB. */
export async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  if (isLimited) return sharp;
  sharp.cache(false);
  sharp.concurrency(1);
  // Only the accepted formats may be decoded. From memory only trusted data is decoded: the software's own SVG images and images that were re-encoded here.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["JpegFile", "PngFile", "WebpFile", "NsgifFile", "HeifFile", "SvgBuffer", "WebpBuffer"].map(
      (name) => `VipsForeignLoad${name}`,
    ),
  });
  isLimited = true;
  return sharp;
}
