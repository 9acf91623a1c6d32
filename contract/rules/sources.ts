import { CAMPAIGN_NAME_LENGTH, SOURCE_LENGTH, URL_LENGTH } from "./script-limits.ts";
import { parseUrl } from "./urls.ts";

const ALIASES: ReadonlyMap<string, string> = new Map([
  ["ig", "instagram"],
  ["meta", "facebook"],
  ["messenger", "facebook"],
  ["search", "google"],
  ["yt", "youtube"],
  ["tok", "tiktok"],
  ["x", "twitter"],
  ["newsletter", "email"],
  ["mail", "email"],
]);

/** Matches a top-level domain or a country's second-level domain: `com`, `de`, `co.uk`, `com.br`. Longer suffixes could be registered domains. */
const NATIONAL = "(com|cat|com?\\.[a-z]{2}|[a-z]{2})";

/** The hosts of each source. Their subdomains match, too. The first match counts. */
const HOSTS: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)(mail|outlook|webmail)\.|(^|\.)(gmail|hotmail|fastmail)\.com$/, "email"],
  // Package names, which Android apps send as the referrer's host.
  [/^gm\.android\.google\.com$/, "email"],
  [/^youtube\.android\.google\.com$/, "youtube"],
  [/(^|\.)(instagram\.com|ig\.me)$/, "instagram"],
  [/(^|\.)(facebook\.com|fb\.com|fb\.me|messenger\.com|m\.me)$/, "facebook"],
  [/(^|\.)(tiktok|zhiliaoapp)\.com$/, "tiktok"],
  [/(^|\.)(youtube\.com|youtu\.be)$/, "youtube"],
  [/(^|\.)(twitter\.com|x\.com|t\.co)$/, "twitter"],
  [/(^|\.)(linkedin\.com|lnkd\.in)$/, "linkedin"],
  [new RegExp(`(^|\\.)(pinterest\\.${NATIONAL}|pin\\.it)$`), "pinterest"],
  [/(^|\.)(reddit\.com|redd\.it)$/, "reddit"],
  [new RegExp(`(^|\\.)google\\.${NATIONAL}$`), "google"],
  [/(^|\.)bing\.com$/, "bing"],
];

/** Returns the sources that are always counted by name. */
export const knownSources = (): string[] => [
  ...new Set(["direct", "unknown", ...HOSTS.map(([, name]) => name)]),
];
/** The name under which a day's sources above the limit are counted. */
export const OTHER_SOURCE = "other";

/** The name of a campaign link: letters, digits and hyphens inside. */
export const CAMPAIGN_NAME = new RegExp(`^[a-z0-9](?:[a-z0-9-]{0,${CAMPAIGN_NAME_LENGTH - 2}}[a-z0-9])?$`);

/** Returns the stored form of a source name: lower case, hyphens instead of other characters, at most 40 characters, aliases resolved, or `direct` if empty. */
export function normalizeSource(value: string): string {
  return nameSource(value) || "direct";
}

function nameSource(value: string): string {
  const name = value
    .slice(0, URL_LENGTH)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, SOURCE_LENGTH)
    .replace(/-$/, "");
  return ALIASES.get(name) ?? name;
}

/** Returns the source of a visit: `utm_source` or `source` in the URL, otherwise the referrer's host, otherwise `direct`. `host` may have a port. */
export function detectSource(visit: { search: string; referrer: string; host: string }): string {
  const query = new URLSearchParams(visit.search);
  const named = nameSource(query.get("utm_source") ?? "") || nameSource(query.get("source") ?? "");
  if (named) return named;
  const referrer = readReferrer(visit.referrer);
  if (!referrer || referrer.host === visit.host.toLowerCase()) return "direct";
  return HOSTS.find(([pattern]) => pattern.test(referrer.name))?.[1] ?? normalizeSource(referrer.name);
}

/** Returns the campaign link's name in a URL, `utm_campaign` or `campaign`, or null. */
export function detectCampaign(search: string): string | null {
  const query = new URLSearchParams(search);
  const name = (query.get("utm_campaign") ?? query.get("campaign") ?? "").toLowerCase();
  return CAMPAIGN_NAME.test(name) ? name : null;
}

/** Returns the host of a referrer with and without its port, or empty texts if it is neither a page nor an Android app. */
function readReferrer(referrer: string): { host: string; name: string } | undefined {
  const url = parseUrl(referrer);
  if (!url) return undefined;
  const { protocol, host, hostname } = url;
  const name = hostname.toLowerCase().replace(/\.$/, "");
  if (protocol === "android-app:") return { host: "", name: name.split(".").reverse().join(".") };
  if (protocol !== "https:" && protocol !== "http:") return undefined;
  return { host, name: name.replace(/^www\./, "") };
}
