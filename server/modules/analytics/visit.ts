import type { IncomingHttpHeaders } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import { LRUCache } from "lru-cache";
import type { FindCountry } from "../../platform/geoip/index.ts";
import { type Agent, parseCountry, parseUserAgent } from "./rules.ts";

/** What is read of a visitor's request; a Fastify request is one. */
export type VisitRequest = {
  /** The client's address, as the proxy settings make it out. */
  ip: string;
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
};

/** A header with the visitor's country, believed from these proxies (addresses or networks) alone. */
export type CountryHeader = { name: string; trustedProxies: readonly string[] };

/** Finds a visitor's country: from the proxy's header when one is set and valid, else by address. */
export function createCountryLookup(options: {
  findCountry: FindCountry;
  countryHeader?: CountryHeader | undefined;
}): (request: VisitRequest) => string | null {
  const { findCountry, countryHeader } = options;
  if (!countryHeader) return (request) => findCountry(request.ip);
  const name = countryHeader.name.toLowerCase();
  const isTrusted = proxyAddr.compile([...countryHeader.trustedProxies]);
  return (request) => {
    const told = isTrusted(request.socket.remoteAddress ?? "", 0)
      ? parseCountry(request.headers[name])
      : null;
    return told ?? findCountry(request.ip);
  };
}

/** Browsers in use are few, and reading a name costs more than the rest of an event. Kept in memory alone, and by nobody's address. */
const MAX_AGENTS = 500;
const MAX_AGENT_LENGTH = 400;

/** Reads user agents, the common ones once. */
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
