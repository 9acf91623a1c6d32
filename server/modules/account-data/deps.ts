import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Files } from "../files/index.ts";
import type { Privacy } from "../privacy/index.ts";

export type AccountDataDeps = Pick<
  Infrastructure,
  "clock" | "db" | "derive" | "disk" | "jobs" | "log" | "mails" | "pageInvalidations" | "storage"
> & {
  publicUrl: string;
  files: Pick<Files, "openStored" | "sendStored">;
  privacy: Pick<Privacy, "deleteAccount" | "endSales">;
};
