import { defineMessages, type Message } from "../texts.ts";
import { limits } from "./limits.ts";
import { trimBlank, urlProblem, withoutPasted } from "./meanings.ts";
import {
  PLATFORMS,
  type Platform,
  PROFILES,
  type ProfilePlatform,
  type SocialPlatform,
  socialLabel,
} from "./platforms.ts";
import { isHttpUrl, urlError } from "./url-fields.ts";
import { parseUrl } from "./urls.ts";

const messages = defineMessages("socials", {
  website: "Website: enter an address such as https://example.com.",
  profile: "{platform}: enter your name there, or the full address (http:// or https://).",
});

/** Returns the error text for an invalid social link. */
export function socialLinkError(platform: SocialPlatform, typed: string): Message {
  const form =
    platform === "website" ? messages.website : messages.profile({ platform: socialLabel(platform) });
  return urlError(trimBlank(typed), { noun: "Link", form }) ?? form;
}

const isOfSite = (host: string, { sites }: Pick<Platform, "sites">) =>
  sites.some((site) => host === site || host.endsWith(`.${site}`));

/** Returns the platform whose site a URL leads to, or null. */
export function platformOfSite(url: string): ProfilePlatform | null {
  const { hostname } = parseUrl(url) ?? { hostname: "" };
  return PROFILES.find((platform) => isOfSite(hostname, PLATFORMS[platform])) ?? null;
}

/** Returns the platform of a profile's URL, or null for other URLs, such as the URL of a single video. */
export function platformOfProfile(url: string): SocialPlatform | null {
  const platform = platformOfSite(url);
  if (platform === null) return null;
  const { profile, others = [] }: Platform = PLATFORMS[platform];
  const { hostname, pathname } = parseUrl(url) ?? { hostname: "", pathname: "" };
  return !others.includes(hostname) && profile.test(withoutTrailingSlashes(pathname)) ? platform : null;
}

/** Returns the URL of a social link entered as a name or URL, or null. */
export function toSocialUrl(platform: SocialPlatform, typed: string): string | null {
  const text = trimBlank(typed);
  const problem = urlProblem(text, limits.url.max);
  if (problem === undefined) return new URL(text).href;
  // An invalid URL is not a name either.
  if (problem !== "form" && problem !== "host") return null;
  const visible = withoutPasted(text);
  return platform === "website" ? toWebsite(visible) : toProfile(PLATFORMS[platform], visible);
}

/** A host with a dot, an optional port and a path, without anything like a scheme. */
const HOST_AND_PATH = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#]|$)/u;

function toWebsite(text: string): string | null {
  return HOST_AND_PATH.test(text) ? address(`https://${text}`) : null;
}

/** Segments of a path joined by single slashes, with an optional query. */
const NAME_OR_PATH = /^[\p{L}\p{M}\p{N}_~.@+%-]+(\/[\p{L}\p{M}\p{N}_~.@+%-]+)*(\?[\p{L}\p{N}_.~%=&+-]*)?$/u;

/** Matches a path segment that leads to the parent folder. */
const DOTS = /(^|\/)\.{1,2}($|[/?])/;

/** Matches a host with few dots, because a name with dots could look like a host. */
const HOST = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.(\p{L}{2,}|xn--[a-z\d-]+)$/iu;

/** Matches a name with the host of its server, as Mastodon writes it. */
const NAME_AT_HOST = /^@?(?<name>[\w.]{1,64})@(?<host>[\w.-]+)$/;

function toProfile(
  { sites, base, root = base, suffix = "", isFederated }: Platform,
  text: string,
): string | null {
  // "//host" is a URL without its scheme, which could lead to another site.
  if (/^[/\\]{2}|^https?:\/\/[/\\]/i.test(text)) return null;
  const typed = text.replace(/^https?:\/\//i, "").replace(/^www\./i, "");
  const name = withoutTrailingSlashes(typed.replace(/^[@/]+/, ""));
  if (!NAME_OR_PATH.test(name) || DOTS.test(name)) return null;
  const { name: local, host: server } = (isFederated && NAME_AT_HOST.exec(name)?.groups) || {};
  if (server !== undefined && HOST.test(server)) return address(`https://${server}/@${local}`);
  const [first = "", path] = name.split("/", 2);
  const host = first.toLowerCase();
  if (isOfSite(host, { sites })) return path === undefined ? null : address(`https://${name}`);
  const hasAt = /^\/*@/.test(typed);
  // Without a path, a text such as `instagram.coma` is a name that looks like a host.
  if (path !== undefined && !hasAt && HOST.test(first)) return null;
  return address(`${/[/?]/.test(name) && !hasAt ? root : base}${name}${name.includes(".") ? "" : suffix}`);
}

/** Removes slashes at the end. Scans, because a regular expression would take quadratic time. */
function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}

function address(url: string): string | null {
  return isHttpUrl(url) ? new URL(url).href : null;
}
