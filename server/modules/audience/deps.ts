import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Analytics } from "../analytics/index.ts";

export type AudienceDeps = Pick<Infrastructure, "db" | "derive" | "jobs" | "limits" | "log" | "mails"> & {
  analytics: Analytics;
};
