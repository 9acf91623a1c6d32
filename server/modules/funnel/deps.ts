import type { Infrastructure } from "../../platform/infrastructure.ts";

export type FunnelDeps = Pick<Infrastructure, "db" | "clock" | "log" | "jobs"> & {
  /** How long single events are retained. */
  retentionDays: number;
};
