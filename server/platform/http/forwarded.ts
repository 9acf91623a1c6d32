import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { createProxyCheck } from "./proxy-warnings.ts";

const WITH_PORT = /^\s*(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?\s*$/;

/** Removes ports from an `X-Forwarded-For`. Some proxies add the port of each connection (Azure: `203.0.113.9:51324`), so that every request would seem to come from another client. */
export function stripPorts(forwardedFor: string): string {
  if (!/[:[]/.test(forwardedFor)) return forwardedFor;
  return forwardedFor
    .split(",")
    .map((entry) => {
      const [, inBrackets, plain] = WITH_PORT.exec(entry) ?? [];
      return inBrackets ?? plain ?? entry.trim();
    })
    .join(", ");
}

/** Returns the part of an `X-Forwarded-For` after its last entry that is not an IP. Otherwise a client could evade its rate limits by sending a new text each time. An empty result means the IP of the connection. */
export function trustedPart(forwardedFor: string): string {
  const entries = forwardedFor.split(",").map((entry) => entry.trim());
  return entries.slice(entries.findLastIndex((entry) => isIP(entry) === 0) + 1).join(", ");
}

/** Returns the first handler of every request, which removes ports from `X-Forwarded-For` and reports unknown proxies. */
export function createForwardedReader(deps: Parameters<typeof createProxyCheck>[0]) {
  const checkProxy = createProxyCheck(deps);
  return (request: IncomingMessage): void => {
    const forwardedFor = request.headers["x-forwarded-for"];
    if (typeof forwardedFor === "string")
      request.headers["x-forwarded-for"] = trustedPart(stripPorts(forwardedFor));
    checkProxy(request);
  };
}
