import type { IncomingHttpHeaders } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import { LRUCache } from "lru-cache";
import type { FindCountry } from "../../platform/geoip/index.ts";
import { type Agent, parseCountry, parseUserAgent } from "./rules.ts";

/** The part of a request that is used to record a visit. A Fastify request fits this type. */
export type VisitRequest = {
  /** The client IP according to the proxy settings. */
  ip: string;
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
};

/** A header with the visitor's country, trusted only from these proxies (IPs or networks). */
export type CountryHeader = { name: string; trustedProxies: readonly string[] };

/** Creates the lookup of a visitor's country: from the proxy's header if it is set and valid, otherwise by IP. */
export function createCountryLookup(options: {
  findCountry: FindCountry;
  countryHeader?: CountryHeader | undefined;
}): (request: VisitRequest) => string | null {
  const { findCountry, countryHeader } = options;
  if (!countryHeader) return (request) => findCountry(request.ip);
  const name = countryHeader.name.toLowerCase();
  const isTrusted = proxyAddr.compile([...countryHeader.trustedProxies]);
  return (request) => {
    const fromHeader = isTrusted(request.socket.remoteAddress ?? "", 0)
      ? parseCountry(request.headers[name])
      : null;
    return fromHeader ?? findCountry(request.ip);
  };
}

/** Parsed user agents are cached, because there are few different ones and parsing takes longer than the rest of an event. The cache is in memory only and holds no IPs. */
const MAX_AGENTS = 500;
const MAX_AGENT_LENGTH = 400;

/** Creates a parser for user agents that caches the common ones. */
export function createUserAgentParser(): (name: string) => Agent {
  const known = new LRUCache<string, Agent>({ max: MAX_AGENTS });
  return (name) => {
    const found = known.get(name);
    if (found) return found;
    const agent = parseUserAgent(name);
    if (name.length <= MAX_AGENT_LENGTH) known.set(name, agent);
    return agent;
  };
}
