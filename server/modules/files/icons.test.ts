import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { testFolder } from "../../testing/temporary-folder.ts";
import { toRasterIcon } from "./icons.ts";

const folder = testFolder();

const svg = (inner: string, attributes = 'viewBox="0 0 16 16"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`);
const square = '<rect width="16" height="16" fill="#0a7"/>';
/** Reads an image as uploads are read: from a file. */
async function opened(icon: Buffer | null) {
  if (!icon) throw new Error("no image");
  const path = join(folder.path, "icon");
  await writeFile(path, icon);
  return sharp(path);
}

/** An ICO with one entry. */
function ico(content: Buffer, { side = 2, bits = 32 } = {}): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(bits, 12);
  head.writeUInt32LE(content.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, content]);
}

/** A bitmap as icons have it: header, colours, rows from the bottom up, mask. */
function bitmap(bits: number, parts: number[], { width = 2, height = 2, compression = 0, colors = 0 } = {}) {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(height * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(bits, 14);
  header.writeUInt32LE(compression, 16);
  header.writeUInt32LE(colors, 32);
  return Buffer.concat([header, Buffer.from(parts)]);
}
const pixelsOf = async (icon: Buffer | null) => [
  ...(await (await opened(icon)).ensureAlpha().raw().toBuffer()),
];

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];

describe("an SVG", () => {
  test("becomes a PNG of 240 pixels, whatever its own size", async () => {
    for (const attributes of ['viewBox="0 0 16 16"', 'width="16" height="8" viewBox="0 0 16 8"']) {
      const image = await opened(await toRasterIcon(svg(square, attributes)));
      expect(await image.metadata()).toMatchObject({ format: "png", width: 240 });
    }
  });

  test.for([
    ["entities", '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>'],
    ["another document", '<svg><image href="http://127.0.0.1/"/></svg>'],
    ["a style sheet", '<svg><style>@import "http://127.0.0.1/a.css"</style></svg>'],
    ["a picture in a style", '<svg><rect style="fill:url(http://127.0.0.1/a.svg#b)"/></svg>'],
    ["copies of copies", '<svg><g id="a"/><use href="#a"/></svg>'],
    ["filters", '<svg><rect style="filter:blur(999px)"/></svg>'],
    ["filters behind an escape", '<svg><rect style="&#102;ilter:blur(999px)"/></svg>'],
    ["another encoding", '<?xml version="1.0" encoding="UTF-16"?><svg/>'],
    ["endless dashes", '<svg><path stroke-dasharray=".0001" d="M0 0H9999"/></svg>'],
    ["a size that is no icon's", '<svg width="100000" height="100000"/>'],
    ["nothing that can be drawn", "<svg"],
  ])("with %s is not rendered", async ([, text]) => {
    expect(await toRasterIcon(Buffer.from(text ?? ""))).toBeNull();
  });

  test("that is too long is not rendered", async () => {
    expect(await toRasterIcon(svg(square.repeat(1000)))).toBeNull();
  });
});

describe("an ICO", () => {
  test("with a PNG gives that PNG", async () => {
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#a07" } })
      .png()
      .toBuffer();
    expect(await toRasterIcon(ico(png))).toEqual(png);
  });

  test("with a bitmap gives its pixels", async () => {
    const blueRed = [255, 0, 0, 255, 0, 0, 255, 255];
    const expected = [...RED, ...BLUE, ...BLUE, ...RED];
    const redBlue = [...blueRed.slice(4), ...blueRed.slice(0, 4)];
    expect(await pixelsOf(await toRasterIcon(ico(bitmap(32, [...blueRed, ...redBlue]))))).toEqual(expected);
    const rows24 = [255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0];
    expect(await pixelsOf(await toRasterIcon(ico(bitmap(24, rows24))))).toEqual(expected);
    const colors = [0, 0, 255, 0, 255, 0, 0, 0];
    const rows1 = [0b1000_0000, 0, 0, 0, 0b0100_0000, 0, 0, 0];
    expect(await pixelsOf(await toRasterIcon(ico(bitmap(1, [...colors, ...rows1]))))).toEqual(expected);
  });

  test("is transparent where its mask says so", async () => {
    const rows = [255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0];
    const mask = [0b1000_0000, 0, 0, 0, 0, 0, 0, 0];
    const pixels = await pixelsOf(await toRasterIcon(ico(bitmap(24, [...rows, ...mask]))));
    expect(pixels.filter((_, index) => index % 4 === 3)).toEqual([255, 255, 0, 255]);
  });

  test.for([
    ["no image", Buffer.from([0, 0, 1, 0, 0, 0])],
    ["an image outside of the file", ico(Buffer.alloc(0))],
    ["a bitmap that is cut off", ico(bitmap(32, [1, 2, 3]))],
    ["a huge bitmap", ico(bitmap(32, [1, 2, 3, 4], { width: 65_535, height: 65_535 }))],
    ["a bitmap of no height", ico(bitmap(32, [], { height: 0 }))],
    ["a compressed bitmap", ico(bitmap(8, [1, 2, 3, 4], { compression: 1 }))],
    ["an unknown depth", ico(bitmap(7, Array(64).fill(0)))],
  ] as const)("with %s gives nothing", async ([, bytes]) => {
    expect(await toRasterIcon(bytes)).toBeNull();
  });

  test("of any bytes fails in no other way", async () => {
    for (let length = 6; length < 130; length++) {
      const bytes = ico(bitmap(32, Array(16).fill(255))).subarray(0, length);
      expect(await toRasterIcon(bytes).then(Boolean)).toBe(length >= 78);
    }
  });
});

test("any other image is left to the check of uploads", async () => {
  const bytes = Buffer.from("GIF89a");
  expect(await toRasterIcon(bytes)).toBe(bytes);
});
