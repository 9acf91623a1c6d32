import type { Infrastructure } from "../../platform/infrastructure.ts";

export type WebhookDeps = Pick<
  Infrastructure,
  "clock" | "db" | "jobs" | "log" | "mails" | "postPublic" | "sealer"
>;
