import { renderSVG } from "uqr";
import { loadSharp } from "../../platform/sharp.ts";

const DOTS_PER_MM = 300 / 25.4;

/**
 * Returns the QR code of a URL as SVG, coloured on white, with a width in millimetres. It stays readable if a
 * quarter is covered or dirty.
 */
export function qrAsSvg(url: string, { color, millimetres }: { color: string; millimetres: number }): string {
  // A printed code needs the whole quiet zone of four modules (ISO/IEC 18004).
  const svg = renderSVG(url, { ecc: "Q", border: 4, blackColor: color, whiteColor: "#ffffff" });
  return svg.replace("<svg ", `<svg width="${millimetres}mm" height="${millimetres}mm" `);
}

/** Returns the same code as a PNG at 300 dots per inch. */
export async function qrAsPng(url: string, look: { color: string; millimetres: number }): Promise<Buffer> {
  const pixels = Math.round(look.millimetres * DOTS_PER_MM);
  const sharp = await loadSharp();
  return sharp(Buffer.from(qrAsSvg(url, look)), { density: 300 })
    .resize(pixels, pixels, { kernel: "nearest" })
    .withMetadata({ density: 300 })
    .png({ palette: true })
    .toBuffer();
}
