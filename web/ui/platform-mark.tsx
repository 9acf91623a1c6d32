import { GlobeIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { SocialPlatform } from "../../contract/rules/platforms.ts";
import { platformOfSite } from "../../contract/rules/socials.ts";
import { InstagramIcon } from "./instagram-icon.tsx";
import {
  BlueskyIcon,
  DiscordIcon,
  FacebookIcon,
  GithubIcon,
  LinkedinIcon,
  MastodonIcon,
  PinterestIcon,
  RedditIcon,
  SnapchatIcon,
  SoundcloudIcon,
  SpotifyIcon,
  TelegramIcon,
  ThreadsIcon,
  TiktokIcon,
  TwitchIcon,
  TwitterIcon,
  YoutubeIcon,
} from "./platform-icons.tsx";

export const PLATFORM_ICONS: Record<SocialPlatform, ComponentType<{ size?: number | string }>> = {
  instagram: InstagramIcon,
  youtube: YoutubeIcon,
  tiktok: TiktokIcon,
  twitter: TwitterIcon,
  facebook: FacebookIcon,
  linkedin: LinkedinIcon,
  threads: ThreadsIcon,
  bluesky: BlueskyIcon,
  mastodon: MastodonIcon,
  github: GithubIcon,
  twitch: TwitchIcon,
  discord: DiscordIcon,
  telegram: TelegramIcon,
  pinterest: PinterestIcon,
  reddit: RedditIcon,
  snapchat: SnapchatIcon,
  spotify: SpotifyIcon,
  soundcloud: SoundcloudIcon,
  website: GlobeIcon,
};

/** Returns the logo of the platform that a tile links to, as large as the letter that it replaces, or null. */
export function platformMark({ url }: { url: string | null }) {
  const platform = url === null ? null : platformOfSite(url);
  if (platform === null) return null;
  const Icon = PLATFORM_ICONS[platform];
  return <Icon size="1.2em" />;
}
