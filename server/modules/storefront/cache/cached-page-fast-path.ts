import type { Server } from "node:http";
import { LRUCache } from "lru-cache";
import type { CdnHeaders } from "../../../platform/http/cdn-headers.ts";
import type { ImmediateHandler } from "../../../platform/http/fast-path.ts";
import { chooseEncoding, type Encoding } from "../../../platform/http/headers.ts";
import { bytesIn, cachedTag, etagOf, type HtmlBytes, SHARED_HTML } from "../../../platform/http/html.ts";
import { headersForFrames, type SecurityHeaders } from "../../../platform/http/security-headers.ts";
import type { PageCache } from "./page-cache.ts";

const PAGE = /^\/@[A-Za-z0-9_-]{3,32}$/;
/** The maximum number of cached Accept-Encoding headers. Browsers send few different headers. */
const MAX_ACCEPTED = 100;

/** A complete response: a page in an encoding, or a 304 without a body. */
type Ready = { status: 200 | 304; head: string[]; body: Buffer | undefined };
/** The prepared responses for a page: full ones by encoding, and 304 responses by ETag. */
type ReadyPage = { pages: Map<Encoding | undefined, Ready>; unchanged: Map<string, Ready> };
const emptyPage = (): ReadyPage => ({ pages: new Map(), unchanged: new Map() });

/** The encoding that an Accept-Encoding header selects. */
type Accepted = { encoding: Encoding | undefined };

/**
 * Serves cached pages to visitors without a session, with the same headers as the framework. Most requests
 * for a popular page are of this kind.
 */
export function serveCachedPages(deps: {
  server: Server;
  cache: Pick<PageCache, "peek">;
  policy: SecurityHeaders;
  cookieName: string;
  cdn: CdnHeaders;
}): ImmediateHandler {
  const { server, cache, cookieName, cdn } = deps;
  const { "Content-Type": type, ...shared } = SHARED_HTML;
  const ready = new WeakMap<HtmlBytes, ReadyPage>();
  const encodings = new LRUCache<string, Accepted>({ max: MAX_ACCEPTED });

  const encodingOf = (accepted: string): Encoding | undefined =>
    remember<string, Accepted>(encodings, accepted, () => ({ encoding: chooseEncoding(accepted) })).encoding;
  const headOf = (page: HtmlBytes, own: Record<string, string | number>): string[] =>
    Object.entries({
      ...deps.policy,
      ...shared,
      ...cdn.headersOf(page),
      ...(page.frames && headersForFrames(deps.policy, page.frames)),
      ...(page.links && { Link: page.links }),
      ...own,
    }).flatMap(([name, value]) => [name, String(value)]);
  const pageIn = (page: HtmlBytes, encoding: Encoding | undefined): Ready => {
    const body = bytesIn(page, encoding);
    const head = headOf(page, {
      "Content-Type": type,
      ETag: etagOf(page, encoding),
      "Content-Length": body.length,
      ...(encoding && { "Content-Encoding": encoding }),
    });
    return { status: 200, head, body };
  };
  const unchangedFor = (page: HtmlBytes, tag: string): Ready => ({
    status: 304,
    head: headOf(page, { ETag: tag }),
    body: undefined,
  });

  const prepare = (page: HtmlBytes, accepted: string, ifNoneMatch: string | undefined): Ready => {
    // Responses with a time in their headers are not retained.
    const known: ReadyPage = cdn.isConstant(page) ? remember(ready, page, emptyPage) : emptyPage();
    const encoding = encodingOf(accepted);
    if (ifNoneMatch !== undefined) {
      // Browsers send back a single tag. Any other form of the header is compared with all tags of the page.
      const tag = known.unchanged.has(ifNoneMatch) ? ifNoneMatch : cachedTag(page, encoding, ifNoneMatch);
      if (tag !== undefined) return remember(known.unchanged, tag, () => unchangedFor(page, tag));
    }
    // Do not retain an uncompressed copy, which would use up the memory saved by compression.
    if (!encoding) return pageIn(page, encoding);
    return remember(known.pages, encoding, () => pageIn(page, encoding));
  };

  return (request, response) => {
    const { method, url = "", headers } = request;
    // Leave requests with a session, or during shutdown, to the framework.
    if (method !== "GET" || !PAGE.test(url) || headers.cookie?.includes(cookieName)) return false;
    // Leave requests with a body to the framework, which enforces its timeout.
    if (!server.listening || headers["content-length"] || headers["transfer-encoding"]) return false;
    const page = cache.peek(url.slice(2));
    if (!page) return false;
    const { status, head, body } = prepare(
      page,
      headers["accept-encoding"] ?? "",
      headers["if-none-match"] || undefined,
    );
    response.writeHead(status, head);
    response.end(body);
    return true;
  };
}

function remember<Key, Value>(
  known: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  create: () => Value,
): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const created = create();
  known.set(key, created);
  return created;
}
