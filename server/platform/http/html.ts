import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { chooseEncoding, type Encoding, namesEtag } from "./headers.ts";
import { headersForFrames } from "./security-headers.ts";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A page that is ready to be sent many times; `hash` is that of its content, whatever the encoding. */
export type HtmlBytes = {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  hash: string;
  /** The `Link` header. */
  links?: string;
  /** The origins whose frames it may show; absent for none. */
  frames?: readonly string[];
};

export async function encodeHtml(html: string, frames: readonly string[] = []): Promise<HtmlBytes> {
  const plain = Buffer.from(html);
  const [br, gz] = await Promise.all([
    brotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    gzipped(plain, { level: 6 }),
  ]);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 27);
  return { plain, br: trim(br), gzip: trim(gz), hash, ...(frames.length > 0 && { frames }) };
}

/** Copies the output of zlib, whose buffers may retain much more memory than their length. */
function trim(bytes: Buffer): Buffer {
  const trimmed = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(trimmed);
  return trimmed;
}

export function etagOf(page: HtmlBytes, encoding: Encoding | undefined): string {
  return encoding ? `"${page.hash}-${encoding}"` : `"${page.hash}"`;
}

/** Returns the headers that all encodings of a public page share. */
export const SHARED_HTML = {
  "Cache-Control": "public, max-age=0, must-revalidate",
  Vary: "Accept-Encoding, Cookie",
  "Content-Type": "text/html; charset=utf-8",
} as const;

/** Sends a page in the encoding that the browser prefers, or 304 if the browser has it cached. */
export function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  page: HtmlBytes,
  options: { status?: number; shared: boolean },
): FastifyReply {
  reply
    .header("Cache-Control", options.shared ? SHARED_HTML["Cache-Control"] : "private, no-store")
    .header("Vary", SHARED_HTML.Vary);
  // A 304 has them, too: its headers replace those of the cached copy.
  if (page.frames) reply.headers(headersForFrames(reply.getHeaders(), page.frames));
  const status = options.status ?? 200;
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  if (options.shared && status === 200) {
    const etags = [encoding, "br", "gzip", undefined] as const;
    const known = etags
      .map((each) => etagOf(page, each))
      .find((etag) => namesEtag(request.headers["if-none-match"], etag));
    // A 304 has the tag of the cached copy, so that the browser can find the current copy.
    reply.header("ETag", known ?? etagOf(page, encoding));
    if (known) return reply.code(304).send();
  }
  reply.code(status).type(SHARED_HTML["Content-Type"]);
  if (!encoding) return reply.send(page.plain);
  return reply.header("Content-Encoding", encoding).send(page[encoding]);
}
