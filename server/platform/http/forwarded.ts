import type { IncomingMessage } from "node:http";
import { createProxyCheck } from "./proxy-warnings.ts";

const WITH_PORT = /^\s*(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?\s*$/;

/** An `X-Forwarded-For` of addresses alone: some proxies name the port of each connection too (Azure's: `203.0.113.9:51324`), by which every visit would be somebody new. */
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

/** Returns what every request passes first: its `X-Forwarded-For` loses its ports, and an unknown proxy is reported. */
export function createForwardedReader(deps: Parameters<typeof createProxyCheck>[0]) {
  const checkProxy = createProxyCheck(deps);
  return (request: IncomingMessage): void => {
    const forwardedFor = request.headers["x-forwarded-for"];
    if (typeof forwardedFor === "string") request.headers["x-forwarded-for"] = stripPorts(forwardedFor);
    checkProxy(request);
  };
}
