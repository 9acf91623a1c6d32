import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { erasePayerEmailsOfOldPayments } from "../../platform/payments/payer-emails.ts";
import { withDeps } from "../../platform/with-deps.ts";
import { deleteExpiredAddresses, deleteExpiredBuyerData } from "../orders/index.ts";
import { deleteAccount, endSales } from "./delete-account.ts";
import type { PrivacyDeps } from "./deps.ts";
import { deleteReleasedFiles } from "./released-files.ts";

export { errors as deletionErrors } from "./errors.ts";

export type Privacy = ReturnType<typeof createPrivacy>["api"];

/**
 * Decides when data is erased: users at once, buyers and their addresses at the end of their retention
 * period. Each module deletes from its own tables.
 */
export function createPrivacy(
  infrastructure: Infrastructure,
  uses: Pick<
    PrivacyDeps,
    "audience" | "eraseReports" | "eraseWaitingEmail" | "marketing" | "orders" | "endSubscription"
  >,
) {
  const { db, settings } = infrastructure;
  const deps: PrivacyDeps = { ...infrastructure, ...uses };
  return {
    maintenance: {
      "delete-expired-buyer-data": () => deleteExpiredBuyerData(db, settings.orderRetentionYears),
      "delete-expired-payers": () => erasePayerEmailsOfOldPayments(db),
      "delete-expired-addresses": () => deleteExpiredAddresses(db),
      "delete-released-files": () => deleteReleasedFiles(deps),
    },
    api: withDeps(deps, { deleteAccount, endSales }),
  } satisfies Module;
}
