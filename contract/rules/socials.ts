import { texts } from "../texts.ts";
import { isHttpUrl } from "./fields.ts";

export const SOCIAL_PLATFORMS = [
  "instagram",
  "tiktok",
  "youtube",
  "twitter",
  "facebook",
  "linkedin",
  "website",
] as const;
export type SocialPlatform = (typeof SOCIAL_PLATFORMS)[number];

export const SOCIAL_LABELS: Record<SocialPlatform, string> = {
  instagram: "Instagram",
  tiktok: "TikTok",
  youtube: "YouTube",
  twitter: "Twitter",
  facebook: "Facebook",
  linkedin: "LinkedIn",
  website: "Website",
};

type Place = {
  hosts: readonly string[];
  /** The URL before a name. */
  base: string;
  /** The URL before a longer path, such as that of a company or a channel, if it differs. */
  root?: string;
};

const PLACES: Record<Exclude<SocialPlatform, "website">, Place> = {
  instagram: { hosts: ["instagram.com"], base: "https://instagram.com/" },
  tiktok: { hosts: ["tiktok.com", "vm.tiktok.com"], base: "https://www.tiktok.com/@" },
  youtube: {
    hosts: ["youtube.com", "m.youtube.com", "youtu.be"],
    base: "https://www.youtube.com/@",
    root: "https://www.youtube.com/",
  },
  twitter: { hosts: ["twitter.com", "x.com", "mobile.twitter.com"], base: "https://twitter.com/" },
  facebook: { hosts: ["facebook.com", "m.facebook.com", "fb.com"], base: "https://www.facebook.com/" },
  linkedin: {
    hosts: ["linkedin.com"],
    base: "https://www.linkedin.com/in/",
    root: "https://www.linkedin.com/",
  },
};

const messages = texts("socials", {
  website: "Website: enter an address such as https://example.com.",
  profile: "{platform}: enter your name there, or the full address (http:// or https://).",
});

/** Returns the error text for an invalid social link. */
export function socialLinkError(platform: SocialPlatform): string {
  return platform === "website" ? messages.website : messages.profile({ platform: SOCIAL_LABELS[platform] });
}

/** Returns the URL of a social link that was entered as a name or a URL; null for other text. */
export function toSocialUrl(platform: SocialPlatform, typed: string): string | null {
  const text = typed.trim();
  if (isHttpUrl(text)) return new URL(text).href;
  return platform === "website" ? toWebsite(text) : toProfile(PLACES[platform], text);
}

/** A host with a dot, an optional port and a path: nothing that could be a scheme. */
const HOST_AND_PATH = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d{1,5})?([/?#]|$)/u;

function toWebsite(text: string): string | null {
  return HOST_AND_PATH.test(text) ? address(`https://${text}`) : null;
}

/** Segments of a path joined by single slashes, with an optional query. */
const NAME_OR_PATH = /^[\p{L}\p{M}\p{N}_~.@+%-]+(\/[\p{L}\p{M}\p{N}_~.@+%-]+)*(\?[\p{L}\p{N}_.~%=&+-]*)?$/u;

/** A segment of a path that leads to the parent folder. */
const DOTS = /(^|\/)\.{1,2}($|[/?])/;

function toProfile({ hosts, base, root = base }: Place, text: string): string | null {
  // "//host" is a URL without its scheme, which could lead to another site.
  if (/^[/\\]{2}|^https?:\/\/[/\\]/i.test(text)) return null;
  const name = withoutTrailingSlashes(
    text
      .replace(/^https?:\/\//i, "")
      .replace(/^www\./i, "")
      .replace(/^[@/]+/, ""),
  );
  if (!NAME_OR_PATH.test(name) || DOTS.test(name) || hosts.includes(name.toLowerCase())) return null;
  const [host = "", path] = name.split("/", 2);
  // Without a path it is a name that only looks like a host: `instagram.coma`.
  if (path !== undefined && hosts.includes(host.toLowerCase())) return address(`https://${name}`);
  return address(`${/[/?]/.test(name) ? root : base}${name}`);
}

/** Scans from the end, because a regular expression would take quadratic time. */
function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}

function address(url: string): string | null {
  return isHttpUrl(url) ? new URL(url).href : null;
}
