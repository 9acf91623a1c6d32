import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import type { TestUser } from "../../testing/factories.ts";
import { makeTestFolder } from "../../testing/temporary-folder.ts";

const BOUNDARY = "test-boundary";
export const MULTIPART = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };

export type Part = { field?: string; name?: string; type?: string; content: Buffer | string };

export function beginPart({
  field = "file",
  name = "pot.bin",
  type = "application/octet-stream",
}: Omit<Part, "content">) {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
}
export const END = `\r\n--${BOUNDARY}--\r\n`;

export function form(...parts: Part[]): Buffer {
  const pieces = parts.flatMap((part) => [beginPart(part), part.content, "\r\n"]);
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}

export function field(name: string, value = "x"): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

/** Uploads as a user; `purpose` is the parameter of the query. */
export function upload(user: TestUser, parts: Part | Part[], purpose?: string) {
  const path = `/api/files/upload${purpose ? `?purpose=${purpose}` : ""}`;
  return user.call("POST", path, form(...(Array.isArray(parts) ? parts : [parts])), MULTIPART);
}

export function createPng(width = 1200, height = 800, background = "#8f3519"): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

/** Returns the metadata of an image; from a file, because the server does not decode from memory. */
export async function describeImage(bytes: Buffer) {
  const path = join(await makeTestFolder(), "image");
  await writeFile(path, bytes);
  const { dominant } = await sharp(path).stats();
  return { ...(await sharp(path).metadata()), dominant };
}

/** Returns a black PNG of any size: few bytes, many pixels. */
export function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Returns a GIF of one pixel with this number of frames. */
export function longGif(frames: number): Buffer {
  const head = Buffer.from("47494638396101000100800000000000ffffff", "hex");
  const frame = Buffer.from("21f904000a0000002c0000000001000100000202440100", "hex");
  return Buffer.concat([head, Buffer.alloc(frames * frame.length, frame), Buffer.from(";")]);
}
