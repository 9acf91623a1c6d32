import type { Social } from "../../../contract/api/creators.ts";
import { socialLabel } from "../../../contract/rules/platforms.ts";
import { t } from "../../../contract/texts.ts";
import { PLATFORM_ICONS } from "../../ui/platform-mark.tsx";

/** The creator's other profiles, each in a new tab. */
export function Socials({ socials }: { socials: Social[] }) {
  if (socials.length === 0) return null;
  return (
    <ul aria-label={t("Social links")} className="socials mt-3 flex flex-wrap justify-center sm:gap-x-1">
      {socials.map(({ platform, url }) => (
        <li key={`${platform} ${url}`}>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer me"
            aria-label={t("{name} (opens in a new tab)", { name: socialLabel(platform) })}
            title={socialLabel(platform)}
            className="grid size-11 place-items-center rounded-control text-muted transition-colors hover:bg-tint hover:text-primary"
          >
            <PlatformIcon platform={platform} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function PlatformIcon({ platform }: Pick<Social, "platform">) {
  const Icon = PLATFORM_ICONS[platform];
  return <Icon size={22} />;
}
