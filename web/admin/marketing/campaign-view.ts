import type { Campaign, RecipientState } from "../../../contract/marketing.ts";

export const STATES: Record<RecipientState, string> = {
  queued: "Waiting",
  sent: "Sent",
  failed: "Failed",
  skipped: "Skipped",
};

/** How far a mail is: `3 of 5 sent, 1 failed, 1 waiting`. */
export function countsOf({ total, queued, sent, failed, skipped }: Campaign): string {
  const figure = (count: number) => count.toLocaleString("en");
  return [
    `${figure(sent)} of ${figure(total)} sent`,
    failed > 0 && `${figure(failed)} failed`,
    skipped > 0 && `${figure(skipped)} skipped`,
    queued > 0 && `${figure(queued)} waiting`,
  ]
    .filter(Boolean)
    .join(", ");
}
