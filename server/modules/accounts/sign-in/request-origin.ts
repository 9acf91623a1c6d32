import Bowser from "bowser";
import { CONSOLE_LANGUAGES, type Language } from "../../../../contract/rules/languages.ts";
import type { Settings } from "../../../config/config.ts";
import { createCountryLookup, type VisitRequest } from "../../../platform/geoip/country-lookup.ts";
import type { FindCountry } from "../../../platform/geoip/index.ts";
import { visitorLanguage } from "../../../platform/http/visitor-language.ts";
import { anonymizeIP } from "../../../platform/net/ip.ts";

/** The origin of a sign-in. Unknown parts are null. */
export type SignInOrigin = {
  device: string | null;
  country: string | null;
  network: string | null;
  /** The language of the console in the browser. Stored with the user, not with each sign-in. */
  language?: Language;
};
export type ReadOrigin = (request: VisitRequest) => SignInOrigin;

/** Long enough for every browser's user agent. The rest is not parsed. */
const MAX_AGENT_LENGTH = 400;

export function createOriginReader({
  findCountry,
  settings: { trustProxy, countryHeader },
}: {
  findCountry: FindCountry;
  settings: Pick<Settings, "trustProxy" | "countryHeader">;
}): ReadOrigin {
  const countryOf = createCountryLookup({
    findCountry,
    countryHeader:
      trustProxy && countryHeader ? { name: countryHeader, trustedProxies: trustProxy } : undefined,
  });
  return (request) => ({
    device: describeDevice(request.headers["user-agent"] ?? ""),
    country: countryOf(request),
    network: anonymizeIP(request.ip),
    language: visitorLanguage(request.headers["accept-language"], CONSOLE_LANGUAGES),
  });
}

/**
 * Returns a browser as "Firefox on Windows", with names from the parser's list, or null if both are unknown.
 */
export function describeDevice(userAgent: string): string | null {
  const name = userAgent.trim().slice(0, MAX_AGENT_LENGTH);
  if (name === "") return null;
  const agent = Bowser.getParser(name, true);
  const [browser, system] = [agent.getBrowserName(), agent.getOSName()];
  return browser && system ? `${browser} on ${system}` : browser || system || null;
}
