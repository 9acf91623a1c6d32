import { loadSharp } from "../../platform/sharp.ts";
import { runExclusive } from "./images.ts";

/** Above this no icon is read. */
export const MAX_ICON_BYTES = 256 * 1024;
const MAX_SVG_BYTES = 32 * 1024;
const SIDE = 240;
/** Larger drawings are not icons. */
const MAX_SVG_SIDE = 4096;
const MAX_BITMAP_SIDE = 256;
const SECONDS = 5;
const PNG = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Returns an icon of another site as an image of an accepted format: PNG in place of ICO and SVG, everything else as it is. Null for what is not drawn. */
export async function toRasterIcon(bytes: Buffer): Promise<Buffer | null> {
  if (bytes.length >= 6 && bytes.readUInt32LE(0) === 0x1_00_00) return largestOfIco(bytes);
  const svg = plainSvg(bytes);
  if (svg === undefined) return bytes;
  return svg === null ? null : runExclusive(() => drawSvg(svg));
}

/** What takes much time to draw in few bytes, refers to something else, or hides any of that behind an escape. */
const REFUSED =
  /<!ENTITY|<!DOCTYPE[^>]*\[|<\?xml-stylesheet|encoding\s*=\s*["'](?!utf-8)|&(?!amp;|lt;|gt;|quot;|apos;)|\\|filter|dasharray|@import|url\((?!\s*["']?#)|<(?:\w+:)?(?:use|image|pattern|marker|mask|text|foreignObject|script|feImage)\b/i;

/** Returns the text of an SVG; null for one that is not drawn, undefined for anything else. */
function plainSvg(bytes: Buffer): Buffer | null | undefined {
  if (!bytes.subarray(0, 1024).toString("latin1").includes("<svg")) return undefined;
  if (bytes.length > MAX_SVG_BYTES) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return REFUSED.test(text) ? null : Buffer.from(text);
  } catch {
    return null;
  }
}

async function drawSvg(svg: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    const { width, height } = await sharp(svg, { limitInputPixels: false }).metadata();
    const side = Math.max(width, height);
    if (side > MAX_SVG_SIDE) return null;
    return await sharp(svg, { density: (72 * SIDE) / side, limitInputPixels: 4 * SIDE * SIDE })
      .resize({ width: SIDE, height: SIDE, fit: "inside" })
      .timeout({ seconds: SECONDS })
      .png()
      .toBuffer();
  } catch {
    return null;
  }
}

/** Returns the largest image of an ICO: a PNG as it is, a bitmap as a PNG. */
async function largestOfIco(ico: Buffer): Promise<Buffer | null> {
  const count = Math.min(ico.readUInt16LE(4), Math.floor((ico.length - 6) / 16));
  const entries = Array.from({ length: count }, (_, index) => {
    const at = 6 + index * 16;
    const start = ico.readUInt32LE(at + 12);
    return {
      // One byte each; 0 is 256.
      side: Math.max(ico.readUInt8(at) || 256, ico.readUInt8(at + 1) || 256),
      bits: ico.readUInt16LE(at + 6),
      content: ico.subarray(start, start + ico.readUInt32LE(at + 8)),
    };
  });
  const [largest] = entries.sort((one, other) => other.side - one.side || other.bits - one.bits);
  if (!largest) return null;
  if (largest.content.subarray(0, PNG.length).equals(PNG)) return largest.content;
  const bitmap = readBitmap(largest.content);
  if (!bitmap) return null;
  const { pixels, width, height } = bitmap;
  const sharp = await loadSharp();
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

/** Reads an uncompressed bitmap as icons have it: rows from the bottom up, colours as BGR, then a mask of the transparent pixels. */
function readBitmap(bytes: Buffer) {
  if (bytes.length < 40) return null;
  const headerBytes = bytes.readUInt32LE(0);
  const width = bytes.readInt32LE(4);
  const height = bytes.readInt32LE(8) / 2;
  const bits = bytes.readUInt16LE(14);
  const isSide = (side: number) => Number.isInteger(side) && side > 0 && side <= MAX_BITMAP_SIDE;
  const isPlain = headerBytes >= 40 && headerBytes <= 124 && bytes.readUInt32LE(16) === 0;
  if (!isPlain || !isSide(width) || !isSide(height) || ![1, 4, 8, 24, 32].includes(bits)) return null;
  const colors = bits > 8 ? 0 : Math.min(bytes.readUInt32LE(32) || 2 ** bits, 2 ** bits);
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const maskRowBytes = Math.ceil(width / 32) * 4;
  const start = headerBytes + colors * 4;
  const maskStart = start + rowBytes * height;
  if (bytes.length < maskStart) return null;
  const hasMask = bytes.length >= maskStart + maskRowBytes * height;

  /** Where the blue of a pixel is, in the colours or among the pixels. */
  const colorAt = (row: number, x: number): number => {
    if (bits > 8) return row + x * (bits / 8);
    const byte = bytes.readUInt8(row + Math.floor((x * bits) / 8));
    const index = (byte >> (8 - bits - ((x * bits) % 8))) & (2 ** bits - 1);
    return headerBytes + Math.min(index, colors - 1) * 4;
  };
  const pixels = Buffer.alloc(width * height * 4);
  let hasAlpha = false;
  for (let y = 0; y < height; y++) {
    const row = start + (height - 1 - y) * rowBytes;
    const maskRow = maskStart + (height - 1 - y) * maskRowBytes;
    for (let x = 0; x < width; x++) {
      const color = colorAt(row, x);
      const isMasked = hasMask && (bytes.readUInt8(maskRow + (x >> 3)) & (0x80 >> (x & 7))) !== 0;
      const alpha = bits === 32 ? bytes.readUInt8(color + 3) : isMasked ? 0 : 255;
      if (alpha > 0) hasAlpha = true;
      pixels.set(
        [bytes.readUInt8(color + 2), bytes.readUInt8(color + 1), bytes.readUInt8(color), alpha],
        (y * width + x) * 4,
      );
    }
  }
  // Bitmaps of 32 bits by old programs have no alpha at all.
  if (!hasAlpha && bits === 32) for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  return { pixels, width, height };
}
