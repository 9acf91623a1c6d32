import type { Server } from "node:http";
import { LRUCache } from "lru-cache";
import type { ImmediateHandler } from "../../platform/http/fast-path.ts";
import { chooseEncoding, type Encoding } from "../../platform/http/headers.ts";
import { bytesIn, etagOf, type HtmlBytes, SHARED_HTML } from "../../platform/http/html.ts";
import { headersForFrames, type SecurityHeaders } from "../../platform/http/security-headers.ts";
import type { PageCache } from "./page-cache-entry.ts";

const PAGE = /^\/@([A-Za-z0-9_-]{3,32})$/;
/** The number of cached Accept-Encoding headers; browsers send few different ones. */
const MAX_ACCEPTED = 100;

/** Serves cached pages of creators to visitors without a session, completely and with the headers that the framework would send. A page that becomes popular receives mostly such requests. */
export function serveCachedPages(deps: {
  server: Server;
  cache: Pick<PageCache, "peek">;
  policy: SecurityHeaders;
  cookieName: string;
}): ImmediateHandler {
  const { server, cache, cookieName } = deps;
  const always = { ...deps.policy, ...SHARED_HTML };
  const heads = new WeakMap<HtmlBytes, Map<Encoding | undefined, string[]>>();
  const encodings = new LRUCache<string, { encoding: Encoding | undefined }>({ max: MAX_ACCEPTED });

  const encodingOf = (accepted: string): Encoding | undefined => {
    const known = encodings.get(accepted);
    if (known) return known.encoding;
    const encoding = chooseEncoding(accepted);
    encodings.set(accepted, { encoding });
    return encoding;
  };
  const headOf = (page: HtmlBytes, encoding: Encoding | undefined): string[] => {
    const known = heads.get(page) ?? new Map<Encoding | undefined, string[]>();
    heads.set(page, known);
    const head = known.get(encoding) ?? [
      ...Object.entries({
        ...always,
        ...(page.frames && headersForFrames(deps.policy, page.frames)),
      }).flatMap(([name, value]) => [name, String(value)]),
      ...["ETag", etagOf(page, encoding), "Content-Length", String(bytesIn(page, encoding).length)],
      ...(encoding ? ["Content-Encoding", encoding] : []),
      ...(page.links ? ["Link", page.links] : []),
    ];
    known.set(encoding, head);
    return head;
  };

  return (request, response) => {
    const { method, url = "", headers } = request;
    // The framework handles requests with a session, conditional requests, and requests during shutdown.
    if (method !== "GET" || headers.cookie?.includes(cookieName) || headers["if-none-match"]) return false;
    // The framework also enforces the timeout of request bodies.
    if (!server.listening || headers["content-length"] || headers["transfer-encoding"]) return false;
    const [, handle] = PAGE.exec(url) ?? [];
    const page = handle && cache.peek(handle);
    if (!page) return false;
    const encoding = encodingOf(headers["accept-encoding"] ?? "");
    response.writeHead(200, headOf(page, encoding));
    response.end(bytesIn(page, encoding));
    return true;
  };
}
