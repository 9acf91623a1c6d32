import pLimit from "p-limit";
import type { PageContents } from "../../../contract/api/page-imports.ts";
import { MAX_IMPORT_FILE } from "../../../contract/api/page-imports.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Log } from "../../platform/log/index.ts";
import type { PublicFetch } from "../../platform/net/public-fetch.ts";
import { decodeHtml } from "../link-previews/index.ts";
import { errors } from "./errors.ts";
import { readSource } from "./sources/read-source.ts";
import { joinText } from "./uploaded-text.ts";

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
    const html = await joinText(decodeHtml(page.body, page.contentType));
    return await contentsOf(html, { url: page.url.href });
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : "unknown";
    // The path and query may be personal.
    log.info({ host: new URL(url).host, reason }, "a page to import could not be read");
    throw errors.unreadable({ cause: error });
  }
}

/** Reads the text of a file. Throws 422 for a file without links. */
export const readFile = (text: string): Promise<Omit<PageContents, "id">> => contentsOf(text, {});

/** Parses one page at a time, because a page of megabytes takes memory and processor time. */
const inTurn = pLimit(1);

async function contentsOf(text: string, { url }: { url?: string }): Promise<Omit<PageContents, "id">> {
  const found = await inTurn(() => readSource(text, url));
  if (!found) throw url === undefined ? errors.unreadableFile() : errors.unreadable();
  const { source, name, bio, rows, socials, leftOut } = found;
  if (rows.length + socials.length === 0) throw errors.empty();
  return { source, name, bio, rows, socials, left_out: leftOut };
}
