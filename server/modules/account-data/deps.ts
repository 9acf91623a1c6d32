import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Privacy } from "../privacy/index.ts";

export type AccountDataDeps = Pick<
  Infrastructure,
  "clock" | "db" | "derive" | "jobs" | "limits" | "log" | "mails" | "pageInvalidations"
> & { privacy: Pick<Privacy, "deleteAccount" | "endSales"> };
