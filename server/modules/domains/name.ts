import { isIP } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";
import type { AppError } from "../../platform/http/app-error.ts";
import { isPublicHost } from "../../platform/net/public-host.ts";
import { errors } from "./errors.ts";

const MAX_NAME = 253;
const MAX_LABEL = 63;
const LABELS = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;
/** Names with more than one script in a label are only usual for these (UTS 39, highly restrictive). */
const TOGETHER = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
];
const SCRIPTS = [
  ...new Set([...TOGETHER.flat(), "Cyrillic", "Greek", "Armenian", "Hebrew", "Arabic", "Devanagari", "Thai"]),
].map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, "u") }));
const OF_ALL_SCRIPTS = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** Hosts of the site itself, which no creator can use. */
export type SiteHosts = { publicUrl: string; target: string | undefined };

/** Returns the stored form of a domain as typed or pasted: lower case, ASCII, without scheme and final dot. Throws 400. */
export async function readDomainName(text: string, site: SiteHosts): Promise<string> {
  const typed = text.normalize("NFC").trim().toLowerCase();
  const host = typed.replace(/^https?:\/\//, "").replace(/\/$/, "");
  const rejection = refuseNotation(host);
  if (rejection) throw rejection;
  const given = host.replace(/\.$/, "");
  if (isTooLong(given)) throw errors.tooLong({ name: MAX_NAME, label: MAX_LABEL });
  const name = domainToASCII(given);
  if (isIP(name) !== 0) throw errors.address();
  if (/^[^.]*$/.test(given) && given !== "localhost") throw errors.characters();
  const unicode = domainToUnicode(name);
  const isAscii = /^[\x20-\x7e]*$/.test(given) && !given.includes("xn--");
  // An invalid name is empty in ASCII, or keeps a part that cannot be decoded.
  if (!isAscii && (name === "" || /(^|\.)xn--/.test(unicode))) throw errors.idna();
  if (isTooLong(name)) throw errors.tooLong({ name: MAX_NAME, label: MAX_LABEL });
  if (!isPublicHost(name)) throw name === "" ? errors.characters() : errors.local();
  if (!LABELS.test(name)) throw errors.characters();
  if (unicode.split(".").some((label) => mixesScripts(label))) throw errors.mixedScripts();
  if (isOfSite(name, site)) throw errors.ownHost();
  const { getDomain } = await import("tldts");
  if (getDomain(name, { allowPrivateDomains: true }) === null) throw errors.publicSuffix({ suffix: unicode });
  return name;
}

/** Returns whether a name is the registered domain itself, which can have no CNAME record. */
export async function isApex(name: string): Promise<boolean> {
  const { getDomain } = await import("tldts");
  return getDomain(name, { allowPrivateDomains: true }) === name;
}

function refuseNotation(host: string): AppError | undefined {
  if (host.includes("*")) return errors.wildcard();
  if (/[/?#\\]/.test(host)) return errors.path();
  if (isIP(host.replace(/^\[|\](:\d+)?$/g, "")) !== 0 || /^\d+(\.\d+)*(:\d+)?$/.test(host))
    return errors.address();
  if (host.includes(":")) return errors.port();
  if (host.includes("_")) return errors.underscore();
  return /[\s@]|\.\.|^\./.test(host) || host === "" ? errors.characters() : undefined;
}

const isTooLong = (name: string) =>
  name.length > MAX_NAME || name.split(".").some((label) => label.length > MAX_LABEL);

function mixesScripts(label: string): boolean {
  const found = new Set<string>();
  for (const letter of label) {
    if (OF_ALL_SCRIPTS.test(letter)) continue;
    found.add(SCRIPTS.find(({ pattern }) => pattern.test(letter))?.name ?? "other");
  }
  return found.size > 1 && !TOGETHER.some((set) => [...found].every((script) => set.includes(script)));
}

/** The main host and its parents, and the target of creators' CNAME records. */
function isOfSite(name: string, { publicUrl, target }: SiteHosts): boolean {
  const { hostname } = new URL(publicUrl);
  return hostname === name || hostname.endsWith(`.${name}`) || target === name;
}
