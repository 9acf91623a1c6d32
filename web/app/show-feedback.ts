import { isDismissed } from "../widgets/feedback/session-flag.ts";

/** Puts the feedback widget on a server-drawn page, unless it was sent away; the page does without it when its code does not arrive. */
export async function showFeedback(creatorId: number): Promise<void> {
  if (isDismissed()) return;
  const loaded = await import("./feedback-on-pages.tsx").catch(() => null);
  loaded?.renderFeedback(creatorId);
}
