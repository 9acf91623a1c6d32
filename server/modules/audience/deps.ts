import type { Plan } from "../../../contract/api/creators.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Analytics } from "../analytics/index.ts";
import type { Marketing } from "../marketing/index.ts";

export type AudienceDeps = Pick<
  Infrastructure,
  "clock" | "db" | "derive" | "jobs" | "limits" | "log" | "mails"
> & {
  analytics: Analytics;
  marketing: Marketing;
  publicUrl: string;
};

export type CampaignDeps = Pick<
  AudienceDeps,
  "db" | "limits" | "log" | "mails" | "marketing" | "publicUrl"
> & {
  /** The maximum number of recipients of a creator's emails within 24 hours, by plan. */
  dailyRecipients: Readonly<Record<Plan, number>>;
};
