import type { Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Audience } from "../audience/index.ts";
import type { Marketing } from "../marketing/index.ts";

export type PrivacyDeps = Pick<Infrastructure, "db" | "jobs" | "mails" | "pageInvalidations"> & {
  audience: Audience;
  marketing: Marketing;
  /** Deletes what reports tell of a user. */
  eraseReports(tx: Transaction, erased: { creatorId: number | null; email: string }): Promise<void>;
};
