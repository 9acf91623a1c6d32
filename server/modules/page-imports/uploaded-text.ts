import { MAX_IMPORT_FILE } from "../../../contract/api/page-imports.ts";
import { fileErrors, sizeText } from "../files/index.ts";
import { decodeHtml } from "../link-previews/index.ts";

/** Reads the text of an uploaded file. Throws 413 above the maximum size. */
export async function readText(source: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > MAX_IMPORT_FILE) throw fileErrors.tooLarge({ noun: "file", size: sizeText(MAX_IMPORT_FILE) });
    chunks.push(chunk);
  }
  return decodeFile(Buffer.concat(chunks));
}

/** Decodes a file in the encoding of its byte order mark, else as HTML. Spreadsheets write UTF-16. */
async function decodeFile(bytes: Buffer): Promise<string> {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  if (mark === 0xfffe) return new TextDecoder("utf-16le").decode(bytes);
  if (mark === 0xfeff) return new TextDecoder("utf-16be").decode(bytes);
  return joinText(decodeHtml(only(bytes), ""));
}

async function* only(bytes: Buffer) {
  yield bytes;
}

/** Joins the parts of a text, without a byte order mark. */
export async function joinText(parts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text.replace(/^\uFEFF/, "");
}
