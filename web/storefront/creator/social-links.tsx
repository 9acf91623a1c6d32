import { GlobeIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Social, SocialPlatform } from "../../../contract/api/creators.ts";
import {
  FacebookIcon,
  InstagramIcon,
  LinkedinIcon,
  TiktokIcon,
  TwitterIcon,
  YoutubeIcon,
} from "../../ui/platform-icons.tsx";

const PLATFORMS: Record<SocialPlatform, { label: string; icon: ReactNode }> = {
  instagram: { label: "Instagram", icon: <InstagramIcon size={22} /> },
  youtube: { label: "YouTube", icon: <YoutubeIcon size={22} /> },
  tiktok: { label: "TikTok", icon: <TiktokIcon size={22} /> },
  twitter: { label: "Twitter", icon: <TwitterIcon size={22} /> },
  facebook: { label: "Facebook", icon: <FacebookIcon size={22} /> },
  linkedin: { label: "LinkedIn", icon: <LinkedinIcon size={22} /> },
  website: { label: "Website", icon: <GlobeIcon size={22} /> },
};

/** The creator's other profiles, each in a new tab. */
export function Socials({ socials }: { socials: Social[] }) {
  if (socials.length === 0) return null;
  return (
    <ul aria-label="Social links" className="socials mt-3 flex flex-wrap justify-center sm:gap-x-1">
      {socials.map(({ platform, url }) => (
        <li key={`${platform} ${url}`}>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer me"
            aria-label={`${PLATFORMS[platform].label} (opens in a new tab)`}
            title={PLATFORMS[platform].label}
            className="grid size-11 place-items-center rounded-control text-muted transition-colors hover:bg-tint hover:text-primary"
          >
            {PLATFORMS[platform].icon}
          </a>
        </li>
      ))}
    </ul>
  );
}
