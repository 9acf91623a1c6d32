import type { Infrastructure } from "../../platform/infrastructure.ts";

export type ModerationDeps = Pick<Infrastructure, "db">;
