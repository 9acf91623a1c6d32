import type { Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Audience } from "../audience/index.ts";
import type { Marketing } from "../marketing/index.ts";
import type { Orders } from "../orders/index.ts";

export type PrivacyDeps = Pick<Infrastructure, "db" | "jobs" | "mails" | "pageInvalidations"> & {
  audience: Audience;
  marketing: Marketing;
  /** Deletes files of people that were read for an import and have this email. */
  eraseWaitingEmail(tx: Transaction, email: string): Promise<void>;
  /** Deletes a user's data from reports. */
  eraseReports(tx: Transaction, erased: { creatorId: number | null; email: string }): Promise<void>;
  orders: Pick<Orders, "closePaymentsOf">;
  /** Cancels a creator's subscriptions and open checkouts at the provider. Throws 503. */
  endSubscription(creatorId: number): Promise<void>;
};
