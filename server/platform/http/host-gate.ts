import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "@fastify/proxy-addr";
import { onOwnDomain } from "../../../contract/pages/own-paths.ts";
import { isLoopback } from "../loopback.ts";
import type { ImmediateHandler } from "./fast-path.ts";
import { readOwnPath } from "./host-paths.ts";
import type { Hosts, OwnHost } from "./hosts.ts";
import { normalizeUrl } from "./normalize-url.ts";

const HEALTH = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;
/** Here, a proxy's question about certificates has no answer, so a wrong port permits none. */
const TLS_ASK = /^\/tls(?:\?|$)/;
const PAGE_OF_CREATOR = /^\/@([A-Za-z0-9_-]+)(?=[/?]|$)/;
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;
/** Cookies of buyers. An own domain gets no other cookie of this product. */
const FOR_BUYERS = /^(?:__Host-)?tessera_(?:buyer|paid)=/;
const OURS = /^(?:__Host-|__Secure-)?tessera_/;

const ownHosts = new WeakMap<IncomingMessage, OwnHost>();
/** Returns the own domain on which a request was made, or undefined for the main host. */
export const ownHostOf = (request: IncomingMessage): OwnHost | undefined => ownHosts.get(request);

/**
 * Decides by a request's host what it may reach, before anything else reads it. The main host has the whole product.
 * An own domain has its creator's page: its requests continue with the URL of that page, and without the cookies of
 * accounts. All other hosts get 421. Only the header `Host` counts: a client can send any `X-Forwarded-Host`
 * through most proxies.
 */
export function createHostGate({
  hosts,
  publicUrl,
  trustProxy,
}: {
  hosts: Hosts;
  publicUrl: string;
  trustProxy: string[] | undefined;
}): ImmediateHandler {
  const mainUrl = new URL(publicUrl);
  const isTrusted = trustProxy && proxyAddr.compile(trustProxy);

  /** Returns whether a proxy says that another host was requested. */
  const disagrees = ({ headers, socket }: IncomingMessage, name: string) => {
    const forwarded = headers["x-forwarded-host"];
    if (forwarded === undefined || !isTrusted?.(socket.remoteAddress ?? "", 0)) return false;
    return nameIn(String(forwarded)) !== name;
  };

  const toMain = (request: IncomingMessage, response: ServerResponse, url: string) => {
    if (request.method === "GET" || request.method === "HEAD") redirect(response, 308, publicUrl + url);
    else refuse(response, 404);
    return true;
  };

  const onOwnHost = (host: OwnHost, request: IncomingMessage, response: ServerResponse) => {
    const url = normalizeUrl(request.url ?? "/");
    const meaning = readOwnPath(url, host.handle);
    if (meaning === "none") return refuse(response, 404);
    if (meaning === "main") return toMain(request, response, url);
    if ("shorten" in meaning) {
      if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 404);
      return redirect(response, 308, host.origin + meaning.shorten);
    }
    ownHosts.set(request, host);
    request.url = meaning.serve;
    keepCookiesOfBuyers(request);
    return false;
  };

  const onMainHost = (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = "/" } = request;
    if (TLS_ASK.test(url)) return refuse(response, 404);
    const [page = "", handle = ""] = PAGE_OF_CREATOR.exec(url) ?? [];
    const target = page ? hosts.mainOfHandle(handle.toLowerCase()) : undefined;
    if (!target?.redirects || (method !== "GET" && method !== "HEAD")) return false;
    return redirect(response, 301, target.origin + onOwnDomain(target.handle, url.slice(page.length)));
  };

  return (request, response) => {
    const { host } = request.headers;
    const name = host === undefined ? undefined : nameIn(host);
    const absolute = ABSOLUTE.exec(request.url ?? "");
    if (absolute && (name === undefined || nameIn(absolute[1] ?? "") !== name)) return refuse(response, 421);
    if (name !== undefined && disagrees(request, name)) return refuse(response, 421);
    if (name === mainUrl.hostname) return onMainHost(request, response);
    const own = name === undefined ? undefined : hosts.find(name);
    if (own) return onOwnHost(own, request, response);
    if (name !== undefined && isLoopback(name)) return onMainHost(request, response);
    // Health checks of load balancers name an IP, or no host.
    const isHealth = name === undefined || isIP(name.replace(/^\[|\]$/g, "")) !== 0;
    if (isHealth && HEALTH.test(request.url ?? "")) return false;
    return refuse(response, 421);
  };
}

/** Returns the name in a `Host` header in lower case, without its port, or undefined for anything else. */
function nameIn(host: string): string | undefined {
  return /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
}

function keepCookiesOfBuyers({ headers }: IncomingMessage): void {
  if (headers.cookie === undefined) return;
  const kept = headers.cookie
    .split(";")
    .map((part) => part.trim())
    .filter((part) => !OURS.test(part) || FOR_BUYERS.test(part));
  headers.cookie = kept.join("; ");
}

const COMMON = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

function redirect(response: ServerResponse, status: 301 | 308, location: string): true {
  // The text of a header has no line breaks or other controls, because the parser rejects them in a URL.
  response.writeHead(status, { ...COMMON, location, "content-length": 0 }).end();
  return true;
}

const TEXTS = { 404: "Not found.\n", 421: "No page of this server has this host.\n" };

function refuse(response: ServerResponse, status: 404 | 421): true {
  response.writeHead(status, { ...COMMON, "content-type": "text/plain; charset=utf-8" }).end(TEXTS[status]);
  return true;
}
