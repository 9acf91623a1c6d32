import type { CSSProperties, ReactNode } from "react";
import type { PublicCreator } from "../../../contract/api/creators.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { hasCreatorPlan } from "../../../contract/rules/rules.ts";
import { t } from "../../../contract/texts.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { useCreatorText } from "../layout/page-language.ts";
import { Socials } from "./social-links.tsx";
import { VerifiedBadge } from "./verified-badge.tsx";

type CreatorHeaderProps = {
  creator: PublicCreator;
  /** The heading of the page, except in samples. */
  nameAs?: "h1" | "p";
  /** The share and tip buttons. */
  actions: ReactNode;
};

/** The header of a creator's page: avatar, name, handle, bio, links and actions. */
export function CreatorHeader({ creator, nameAs: Name = "h1", actions }: CreatorHeaderProps) {
  const ownText = useCreatorText();
  const long = creator.display_name.length > 40;
  return (
    <header className="creator-header h-card flex flex-col items-center text-center">
      <Avatar name={creator.display_name} src={creator.avatar_url} fetchPriority="high" className="u-photo" />
      {/* With the classes of an h-card (microformats.org/wiki/h-card), other sites know whose page this is. */}
      {Name === "h1" && (
        <a hidden className="u-url u-uid" href={paths.creator(creator.handle)}>
          {creator.handle}
        </a>
      )}
      <div className={`creator-name ${long ? "is-long" : ""}`} style={lettersOf(creator.display_name)}>
        <Name dir="auto" className="p-name" {...ownText}>
          {creator.display_name}
        </Name>
        <VerifiedBadge creator={creator} />
      </div>
      <p
        className="creator-handle mt-1 max-w-full text-[15px] wrap-anywhere text-muted"
        title={hasCreatorPlan(creator) ? undefined : t("Creator account")}
      >
        @{creator.handle}
      </p>
      {creator.bio && (
        <p
          dir="auto"
          {...ownText}
          className="creator-bio p-note mt-3 max-w-[min(30.6em,100%)] text-balance wrap-anywhere whitespace-pre-line"
        >
          {creator.bio}
        </p>
      )}
      <Socials socials={creator.socials} />
      <div className="creator-actions mt-4 flex flex-wrap justify-center gap-2.5">{actions}</div>
    </header>
  );
}

/** Returns the length of the longest word, by which themes with huge letters size the name, or undefined for short names. */
function lettersOf(name: string): CSSProperties | undefined {
  const longest = Math.max(...name.split(/\s+/).map((word) => Array.from(word).length));
  return longest > 7 ? ({ "--letters": longest } as CSSProperties) : undefined;
}
