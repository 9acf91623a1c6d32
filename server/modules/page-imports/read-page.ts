import pLimit from "p-limit";
import type { PageContents } from "../../../contract/api/page-imports.ts";
import { MAX_IMPORT_FILE } from "../../../contract/api/page-imports.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Log } from "../../platform/log/index.ts";
import type { PublicFetch } from "../../platform/net/public-fetch.ts";
import { fileErrors, sizeText } from "../files/index.ts";
import { decodeHtml } from "../link-previews/index.ts";
import { errors } from "./errors.ts";
import { readSource } from "./sources/read-source.ts";

export type ReadDeps = { log: Log; fetchPublic: PublicFetch; isEnabled: boolean };

const FETCH_MS = 8_000;
const EXPECTED = new Set(["text/html", "application/xhtml+xml"]);

/** Reads the page at a URL. Throws 409 if reading is off, and 422 for a page that cannot be read or has no links. */
export async function readUrl(
  { log, fetchPublic, isEnabled }: ReadDeps,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<Omit<PageContents, "id">> {
  if (!isEnabled) throw errors.off();
  try {
    const page = await fetchPublic({
      url: new URL(url),
      accept: "text/html, application/xhtml+xml",
      isExpected: (type) => EXPECTED.has(type),
      maxBytes: MAX_IMPORT_FILE,
      timeoutMs: FETCH_MS,
      signal,
    });
    const html = await textOf(decodeHtml(page.body, page.contentType));
    return await contentsOf(html, { url: page.url.href });
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : "unknown";
    // The path and query may be personal.
    log.info({ host: new URL(url).host, reason }, "a page to import could not be read");
    throw errors.unreadable({ cause: error });
  }
}

/** Reads an uploaded file. Throws 413 above the maximum size, and 422 for a file without links. */
export async function readFile(source: AsyncIterable<Uint8Array>): Promise<Omit<PageContents, "id">> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > MAX_IMPORT_FILE) throw fileErrors.tooLarge({ noun: "file", size: sizeText(MAX_IMPORT_FILE) });
    chunks.push(chunk);
  }
  return contentsOf(await decodeFile(Buffer.concat(chunks)), {});
}

/** Decodes a file in the encoding of its byte order mark, else as HTML. Spreadsheets write UTF-16. */
async function decodeFile(bytes: Buffer): Promise<string> {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  if (mark === 0xfffe) return new TextDecoder("utf-16le").decode(bytes);
  if (mark === 0xfeff) return new TextDecoder("utf-16be").decode(bytes);
  return textOf(decodeHtml(only(bytes), ""));
}

async function* only(bytes: Buffer) {
  yield bytes;
}

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text.replace(/^\uFEFF/, "");
}

/** Parses one page at a time, because a page of megabytes takes memory and processor time. */
const inTurn = pLimit(1);

async function contentsOf(text: string, { url }: { url?: string }): Promise<Omit<PageContents, "id">> {
  const found = await inTurn(() => readSource(text, url));
  if (!found) throw url === undefined ? errors.unreadableFile() : errors.unreadable();
  const { source, name, bio, rows, socials, leftOut } = found;
  if (rows.length + socials.length === 0) throw errors.empty();
  return { source, name, bio, rows, socials, left_out: leftOut };
}
