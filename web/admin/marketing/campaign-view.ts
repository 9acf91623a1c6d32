import type { Campaign, RecipientState } from "../../../contract/marketing.ts";

export const STATES: Record<RecipientState, string> = {
  queued: "Waiting",
  sent: "Sent",
  failed: "Failed",
  skipped: "Skipped",
};

/** Returns the progress of an email: `3 of 5 sent, 1 failed, 1 waiting`. */
export function countsOf({ total, queued, sent, failed, skipped }: Campaign): string {
  const format = (count: number) => count.toLocaleString("en");
  return [
    `${format(sent)} of ${format(total)} sent`,
    failed > 0 && `${format(failed)} failed`,
    skipped > 0 && `${format(skipped)} skipped`,
    queued > 0 && `${format(queued)} waiting`,
  ]
    .filter(Boolean)
    .join(", ");
}
