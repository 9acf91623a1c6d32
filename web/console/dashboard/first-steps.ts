import type { AnalyticsSummary } from "../../../contract/api/analytics.ts";
import type { Creator } from "../../../contract/api/creators.ts";

export type FirstStep = "tile" | "profile" | "share";

/** Returns the storage key that records that the page's URL or QR code was shown for sharing. */
export const sharedKey = (creatorId: number) => `tessera.shared.${creatorId}`;

type Facts = {
  creator: Pick<Creator, "bio" | "avatar_url" | "socials">;
  tileCount: number;
  /** Undefined until it is known. */
  summary: AnalyticsSummary["summary"] | undefined;
  /** Whether this browser has recorded that the page was shared. */
  hasShared: boolean;
};

/** Returns the completed first steps. Owners' own views are not counted, so a view means that the page was shared. */
export function doneSteps({ creator, tileCount, summary, hasShared }: Facts): ReadonlySet<FirstStep> {
  const done = new Set<FirstStep>();
  if (tileCount > 0) done.add("tile");
  if (creator.bio || creator.avatar_url || creator.socials.length > 0) done.add("profile");
  if (hasShared || summary?.some(({ count }) => count > 0)) done.add("share");
  return done;
}
