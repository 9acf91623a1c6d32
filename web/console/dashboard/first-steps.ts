import type { AnalyticsSummary } from "../../../contract/api/analytics.ts";
import type { Creator } from "../../../contract/api/creators.ts";

export type FirstStep = "tile" | "profile" | "share";

/** Where it is stored that the page's URL and QR code were shown to share them. */
export const sharedKey = (creatorId: number) => `tessera.shared.${creatorId}`;

type Facts = {
  creator: Pick<Creator, "bio" | "avatar_url" | "socials">;
  tileCount: number;
  /** Undefined while it is not known. */
  summary: AnalyticsSummary["summary"] | undefined;
  /** As stored in this browser. */
  hasShared: boolean;
};

/** Returns the first steps that are done. Owners on their own page are not counted: a view means that it was shared. */
export function doneSteps({ creator, tileCount, summary, hasShared }: Facts): ReadonlySet<FirstStep> {
  const done = new Set<FirstStep>();
  if (tileCount > 0) done.add("tile");
  if (creator.bio || creator.avatar_url || creator.socials.length > 0) done.add("profile");
  if (hasShared || summary?.some(({ count }) => count > 0)) done.add("share");
  return done;
}
