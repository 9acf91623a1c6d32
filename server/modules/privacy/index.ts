import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { deleteExpiredPayers } from "../../platform/payments/payer-emails.ts";
import { withDeps } from "../../platform/with-deps.ts";
import { deleteExpiredAddresses, deleteExpiredBuyerData } from "../orders/index.ts";
import { deleteAccount, endSales } from "./delete-account.ts";
import type { PrivacyDeps } from "./deps.ts";
import { deleteReleasedFiles } from "./released-files.ts";

export { errors as deletionErrors } from "./errors.ts";

export type Privacy = ReturnType<typeof createPrivacy>["api"];

/**
 * Creates the module that decides what is erased when: users at once, buyers and their addresses when the time for which they are retained is over.
 * Each module deletes from its own tables.
 */
export function createPrivacy(
  infrastructure: Infrastructure,
  uses: Pick<PrivacyDeps, "audience" | "eraseReports" | "marketing" | "orders" | "endSubscription">,
) {
  const { db, settings } = infrastructure;
  const deps: PrivacyDeps = { ...infrastructure, ...uses };
  return {
    maintenance: {
      "delete-expired-buyer-data": () => deleteExpiredBuyerData(db, settings.orderRetentionYears),
      "delete-expired-payers": () => deleteExpiredPayers(db),
      "delete-expired-addresses": () => deleteExpiredAddresses(db),
      "delete-released-files": () => deleteReleasedFiles(deps),
    },
    api: withDeps(deps, { deleteAccount, endSales }),
  } satisfies Module;
}
