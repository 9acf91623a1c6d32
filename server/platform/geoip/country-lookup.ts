import type { IncomingHttpHeaders } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import type { FindCountry } from "./index.ts";

/** The part of a request that locates the client of a visit or sign-in. A Fastify request fits this type. */
export type VisitRequest = {
  /** The client IP according to the proxy settings. */
  ip: string;
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
};

/** A header with the visitor's country, trusted only from these proxies (IPs or networks). */
export type CountryHeader = { name: string; trustedProxies: readonly string[] };

/** Creates the lookup of a client's country: from the proxy's header if it is set and valid, otherwise by IP. */
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

/** Parses the two letters of a country header. Returns null for any other text, and for codes that mean "unknown". */
export function parseCountry(value: string | string[] | undefined): string | null {
  const country = typeof value === "string" ? value.trim().toUpperCase() : "";
  return /^[A-Z]{2}$/.test(country) && country !== "XX" && country !== "ZZ" ? country : null;
}
