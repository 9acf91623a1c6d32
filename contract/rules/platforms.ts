import { t } from "../texts.ts";

/** A site where people and companies have profiles. */
export type Platform = {
  label: string;
  /** The platform's hosts. Their subdomains match, too. */
  sites: readonly string[];
  /** Matches the path of a person's or company's profile. */
  profile: RegExp;
  /** The URL before a name. */
  base: string;
  /** The URL before a longer path, for example of a company or channel, if it differs. */
  root?: string;
  /** Added to a name without a dot. */
  suffix?: string;
  /** Hosts of the platform whose short paths are no profiles. */
  others?: readonly string[];
  /** True if a name can have a host of its own: `anna@site.example`. */
  isFederated?: true;
};

/** Every platform except a website of one's own, in the order of the select. */
export const PLATFORMS = {
  instagram: {
    label: "Instagram",
    sites: ["instagram.com", "instagr.am"],
    profile: /^\/(?!(?:accounts|direct|explore|p|reel|reels|stories|tv)$)[\w.]+$/,
    base: "https://instagram.com/",
  },
  tiktok: {
    label: "TikTok",
    sites: ["tiktok.com"],
    profile: /^\/@[\w.]+$/,
    base: "https://www.tiktok.com/@",
  },
  youtube: {
    label: "YouTube",
    sites: ["youtube.com", "youtu.be"],
    profile: /^\/(?:@[^/]+|(?:c|channel|user)\/[^/]+)$/,
    base: "https://www.youtube.com/@",
    root: "https://www.youtube.com/",
  },
  twitter: {
    label: "Twitter",
    sites: ["twitter.com", "x.com"],
    profile: /^\/(?!(?:explore|hashtag|home|i|intent|search|share)$)\w+$/,
    base: "https://twitter.com/",
  },
  facebook: {
    label: "Facebook",
    sites: ["facebook.com", "fb.com", "fb.me"],
    profile: /^\/(?!(?:events|groups|marketplace|reel|share|watch|(?:permalink|photo|story)\.php)$)[\w.-]+$/,
    base: "https://www.facebook.com/",
  },
  linkedin: {
    label: "LinkedIn",
    sites: ["linkedin.com", "lnkd.in"],
    profile: /^\/(?:company|in|school)\/[^/]+$/,
    base: "https://www.linkedin.com/in/",
    root: "https://www.linkedin.com/",
  },
  threads: {
    label: "Threads",
    sites: ["threads.com", "threads.net"],
    profile: /^\/@[\w.]+$/,
    base: "https://www.threads.com/@",
  },
  bluesky: {
    label: "Bluesky",
    sites: ["bsky.app"],
    profile: /^\/profile\/[\w.:-]+$/,
    base: "https://bsky.app/profile/",
    root: "https://bsky.app/",
    suffix: ".bsky.social",
  },
  mastodon: {
    label: "Mastodon",
    // The largest servers. A profile on another one is pasted as a link, or entered as `name@host`.
    sites: ["mastodon.social", "mastodon.online", "mastodon.art", "mas.to", "mstdn.social", "fosstodon.org"],
    profile: /^\/@[\w.]+(?:@[\w.-]+)?$/,
    base: "https://mastodon.social/@",
    isFederated: true,
  },
  github: {
    label: "GitHub",
    sites: ["github.com"],
    others: ["gist.github.com"],
    profile:
      /^\/(?!(?:about|explore|features|login|marketplace|pricing|search|settings|sponsors|topics)$)[\w-]+$/,
    base: "https://github.com/",
  },
  twitch: {
    label: "Twitch",
    sites: ["twitch.tv"],
    others: ["clips.twitch.tv"],
    profile: /^\/(?!(?:directory|downloads|jobs|videos)$)\w+$/,
    base: "https://www.twitch.tv/",
  },
  discord: {
    label: "Discord",
    sites: ["discord.gg", "discord.com"],
    profile:
      /^\/(?:invite\/[\w-]+|users\/\d+|(?!(?:app|channels|developers|download|login|nitro|register|safety)$)[\w-]+)$/,
    base: "https://discord.gg/",
    root: "https://discord.com/",
  },
  telegram: {
    label: "Telegram",
    sites: ["t.me", "telegram.me"],
    profile: /^\/(?!(?:addstickers|joinchat|proxy|share)$)\w+$/,
    base: "https://t.me/",
  },
  pinterest: {
    label: "Pinterest",
    sites: ["pinterest.com", "pinterest.co.uk", "pinterest.de", "pinterest.fr", "pin.it"],
    profile: /^\/(?!(?:ideas|pin|search|today)$)\w+$/,
    base: "https://www.pinterest.com/",
  },
  reddit: {
    label: "Reddit",
    sites: ["reddit.com", "redd.it"],
    profile: /^\/(?:r|u|user)\/[\w-]+$/,
    base: "https://www.reddit.com/user/",
    root: "https://www.reddit.com/",
  },
  snapchat: {
    label: "Snapchat",
    sites: ["snapchat.com"],
    profile: /^\/(?:add\/[\w.-]+|@[\w.-]+)$/,
    base: "https://www.snapchat.com/add/",
    root: "https://www.snapchat.com/",
  },
  spotify: {
    label: "Spotify",
    sites: ["spotify.com"],
    // Music has a player on the page, so only people are profiles.
    profile: /^\/user\/[\w.-]+$/,
    base: "https://open.spotify.com/user/",
    root: "https://open.spotify.com/",
  },
  soundcloud: {
    label: "SoundCloud",
    sites: ["soundcloud.com"],
    others: ["on.soundcloud.com"],
    profile: /^\/(?!(?:discover|pages|search|stream|upload|you)$)[\w-]+$/,
    base: "https://soundcloud.com/",
  },
} as const satisfies Record<string, Platform>;
export type ProfilePlatform = keyof typeof PLATFORMS;

export type SocialPlatform = ProfilePlatform | "website";
export const PROFILES = Object.keys(PLATFORMS) as ProfilePlatform[];
/** All platforms in the order of the select. */
export const SOCIAL_PLATFORMS: readonly SocialPlatform[] = [...PROFILES, "website"];

/** Returns the name of a platform, or the word for a website in the current language. */
export const socialLabel = (platform: SocialPlatform): string =>
  platform === "website" ? t("Website") : PLATFORMS[platform].label;

/** The labels by the hosts of the platforms. */
export const SITE_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  PROFILES.flatMap((platform) => PLATFORMS[platform].sites.map((site) => [site, PLATFORMS[platform].label])),
);
