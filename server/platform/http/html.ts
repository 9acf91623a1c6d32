import { createHash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { chooseEncoding, type Encoding, namesEtag } from "./headers.ts";
import { REQUEST_ID } from "./request-id.ts";
import { headersForFrames } from "./security-headers.ts";

/** A page that can be sent many times. `hash` identifies its contents in every encoding. */
export type HtmlBytes = {
  /** The uncompressed page. The cache drops it once the page is compressed, to a sixth of the size. */
  plain?: Buffer;
  /** The page in the encodings that were requested so far. */
  encoded: Partial<Record<Encoding, Buffer>>;
  hash: string;
  /** The `Link` header. */
  links?: string;
  /** The origins whose frames it may show. Absent if it shows none. */
  frames?: readonly string[];
  /** When the page changes by schedule, in milliseconds since 1970. */
  changesAt?: number;
  /** Called after each further encoding. */
  onEncoded?: () => void;
};

export function encodeHtml(html: string, frames: readonly string[] = []): HtmlBytes {
  const plain = Buffer.from(html);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 27);
  return { plain, encoded: {}, hash, ...(frames.length > 0 && { frames }) };
}

/** Returns the HTML of a page. */
export function plainOf({ plain, encoded: { br, gzip } }: HtmlBytes): Buffer {
  if (plain) return plain;
  if (br) return brotliDecompressSync(br);
  if (gzip) return gunzipSync(gzip);
  throw new Error("a page has no bytes");
}

/** Returns a page in an encoding, compressed on first use. It does not use zlib's threads: passing a page of 56 kB to them and back costs half as much processor time as the compression. */
export function bytesIn(page: HtmlBytes, encoding: Encoding | undefined): Buffer {
  if (!encoding) return plainOf(page);
  const known = page.encoded[encoding];
  if (known) return known;
  const bytes = trimBuffer(compress[encoding](plainOf(page)));
  page.encoded[encoding] = bytes;
  page.onEncoded?.();
  return bytes;
}

/** Quality 5 takes twice as long (0.9 ms of processor time). It makes a page of 24 tiles 7 % smaller, but at both qualities the first packets of a connection hold the page. */
const BROTLI_QUALITY = 4;

const compress: Record<Encoding, (plain: Buffer) => Buffer> = {
  br: (plain) =>
    brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  gzip: (plain) => gzipSync(plain, { level: 6 }),
};

/** Copies the output of zlib, whose buffers may retain much more memory than their length. */
export function trimBuffer(bytes: Buffer): Buffer {
  const trimmed = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(trimmed);
  return trimmed;
}

export function etagOf(page: HtmlBytes, encoding: Encoding | undefined): string {
  return encoding ? `"${page.hash}-${encoding}"` : `"${page.hash}"`;
}

/** Returns the tag of a browser's cached copy if it is the current page, in any encoding. A 304 has this tag, so that the browser can find the copy. */
export function cachedTag(
  page: HtmlBytes,
  encoding: Encoding | undefined,
  ifNoneMatch: string | undefined,
): string | undefined {
  return [encoding, "br" as const, "gzip" as const, undefined]
    .map((each) => etagOf(page, each))
    .find((etag) => namesEtag(ifNoneMatch, etag));
}

/** The headers that all encodings of a public page share. */
export const SHARED_HTML = {
  "Cache-Control": "public, max-age=0, must-revalidate",
  Vary: "Accept-Encoding, Cookie",
  "Content-Type": "text/html; charset=utf-8",
} as const;

/** Sends a page, or a document of another type, in the encoding that the browser prefers, or 304 if the browser has it cached. */
export function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  page: HtmlBytes,
  options: { status?: number; shared: boolean; headers?: Readonly<Record<string, string>>; type?: string },
): FastifyReply {
  reply
    .header("Cache-Control", options.shared ? SHARED_HTML["Cache-Control"] : "private, no-store")
    .header("Vary", SHARED_HTML.Vary);
  if (options.headers) reply.headers(options.headers);
  // A shared copy has no request id, because caches send it for other requests as well.
  if (!options.shared || (options.status ?? 200) >= 400) reply.header(REQUEST_ID, request.id);
  // A 304 needs these headers as well, because its headers replace the headers of the cached copy.
  if (page.frames) reply.headers(headersForFrames(reply.getHeaders(), page.frames));
  const status = options.status ?? 200;
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  if (options.shared && status === 200) {
    const known = cachedTag(page, encoding, request.headers["if-none-match"]);
    reply.header("ETag", known ?? etagOf(page, encoding));
    if (known) return reply.code(304).send();
  }
  reply.code(status).type(options.type ?? SHARED_HTML["Content-Type"]);
  if (encoding) reply.header("Content-Encoding", encoding);
  return reply.send(bytesIn(page, encoding));
}
