import type { Infrastructure } from "../../platform/infrastructure.ts";

export type FunnelDeps = Pick<Infrastructure, "db" | "clock" | "log" | "jobs"> & {
  /** The number of days for which single events are retained. */
  retentionDays: number;
};
