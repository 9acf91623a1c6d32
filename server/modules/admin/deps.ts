import type { Settings } from "../../config/config.ts";
import type { Queries } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Connect } from "../connect/index.ts";
import type { Marketing } from "../marketing/index.ts";
import type { Privacy } from "../privacy/index.ts";
import type { SecondFactors } from "../second-factor/index.ts";

export type AdminDeps = Pick<
  Infrastructure,
  "clock" | "db" | "jobs" | "limits" | "mails" | "derive" | "pageInvalidations" | "openId"
> &
  Pick<Settings, "signup" | "passwordLogin" | "oidcName"> & {
    marketing: Marketing;
    privacy: Privacy;
    passkeys: { countUsable(db: Queries, userId: string): Promise<number> };
    secondFactor: Pick<
      SecondFactors,
      "cancelRemoval" | "describe" | "finishRemoval" | "listDueRemovals" | "requestRemoval"
    >;
    connect: Pick<Connect, "sellingAccount">;
    /** Cancels a creator's subscriptions and open checkouts at the provider. Throws 503. */
    endSubscription(creatorId: number): Promise<void>;
  };
