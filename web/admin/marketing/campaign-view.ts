import type { RecipientState } from "../../../contract/api/marketing.ts";

export const STATES: Record<RecipientState, string> = {
  queued: "Waiting",
  sent: "Sent",
  failed: "Failed",
  skipped: "Skipped",
};
