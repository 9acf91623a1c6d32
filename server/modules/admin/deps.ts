import type { Database } from "../../platform/database/index.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import type { AccountDeps } from "../accounts/index.ts";
import type { CreatorDeps } from "../creators/index.ts";
import type { Marketing } from "../marketing/index.ts";

export type AdminDeps = Pick<AccountDeps, "mails" | "derive" | "signup"> &
  Pick<CreatorDeps, "pageInvalidations" | "endSubscription"> & {
    db: Database;
    jobs: Jobs;
    marketing: Marketing;
  };
