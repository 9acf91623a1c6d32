import proxyAddr from "@fastify/proxy-addr";
import type { FastifyRequest } from "fastify";
import type { Log } from "../log/index.ts";
import { isInternalIP, unmapIPv4 } from "../net/ip.ts";

type Forwarded = {
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
};

/** Returns a check of requests that warns once when a proxy forwards them and TRUST_PROXY does not name it. */
export function createProxyCheck(deps: { log: Pick<Log, "warn">; trustProxy: string[] | undefined }) {
  const isTrusted = proxyAddr.compile(deps.trustProxy ?? []);
  let warned = false;
  return ({ headers, socket }: Forwarded): void => {
    if (warned || headers["x-forwarded-for"] === undefined) return;
    const ip = unmapIPv4(socket.remoteAddress ?? "");
    // Any client can send the header. A proxy is on this machine or in its own network.
    if (!isInternalIP(ip) || isTrusted(ip, 0)) return;
    warned = true;
    deps.log.warn(
      { proxy: ip },
      `a proxy at ${ip} forwards requests, but TRUST_PROXY does not name it: all visitors count as one, and ten wrong passwords lock out everybody. If the proxy is yours, set TRUST_PROXY=${ip}`,
    );
  };
}

const warnedFor = new Set<string>();

/** Warns once when a request from this installation's own pages is rejected because PUBLIC_URL is another origin. */
export function warnOfPublicUrl(request: Pick<FastifyRequest, "headers" | "log">, publicUrl: string): void {
  const { origin = "", host, "x-forwarded-host": forwardedHost } = request.headers;
  if (warnedFor.has(publicUrl) || !URL.canParse(origin)) return;
  const isOwn =
    request.headers["sec-fetch-site"] === "same-origin" ||
    [host, forwardedHost].includes(new URL(origin).host);
  if (!isOwn) return;
  warnedFor.add(publicUrl);
  request.log.warn(
    { origin, publicUrl },
    `a form sent from ${origin} was rejected because PUBLIC_URL is ${publicUrl}. If ${origin} is this installation, set PUBLIC_URL=${origin}`,
  );
}
