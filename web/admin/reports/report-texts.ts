import type { Report } from "../../../contract/api/moderation.ts";

export const STATE_LABELS: Readonly<Record<Report["state"], string>> = {
  open: "New",
  objected: "Objection",
  actioned: "Decided",
  dismissed: "Dismissed",
  reversed: "Taken back",
};
