import { GlobeIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { PageTile } from "../../../contract/pages/pages.ts";
import { platformOfSite, type SocialPlatform } from "../../../contract/rules/socials.ts";
import {
  FacebookIcon,
  InstagramIcon,
  LinkedinIcon,
  TiktokIcon,
  TwitterIcon,
  YoutubeIcon,
} from "../../ui/platform-icons.tsx";

export const PLATFORM_ICONS: Record<SocialPlatform, ComponentType<{ size?: number | string }>> = {
  instagram: InstagramIcon,
  youtube: YoutubeIcon,
  tiktok: TiktokIcon,
  twitter: TwitterIcon,
  facebook: FacebookIcon,
  linkedin: LinkedinIcon,
  website: GlobeIcon,
};

/** Returns the logo of the platform that a tile links to, as large as the letter that it replaces, or null. */
export function platformMark({ url }: PageTile) {
  const platform = url === null ? null : platformOfSite(url);
  if (platform === null) return null;
  const Icon = PLATFORM_ICONS[platform];
  return <Icon size="1.2em" />;
}
