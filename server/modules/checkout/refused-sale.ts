import { paths } from "../../../contract/rules/paths.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { ProviderUnavailable } from "../../platform/payments/port.ts";
import { findOwner } from "../accounts/index.ts";
import type { OrderRow } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";

/** The provider's text is a sentence or two. */
const MAX_REASON = 500;

/** Reads the account again for which the provider refused a payment, so that the page shows its state, and emails its creator the provider's reason: once for each account and day. */
export async function reportRefusedSale(
  { connect, clock, db, log, mails }: CheckoutDeps,
  { accountRowId, creatorId }: Pick<OrderRow, "accountRowId" | "creatorId">,
  reason: string,
): Promise<void> {
  if (accountRowId === null || creatorId === null) return;
  await inTransaction(db, async (tx) => {
    const { email, isVerified } = await findOwner(tx, creatorId);
    if (email === null || !isVerified) return;
    const day = clock.now().toISOString().slice(0, 10);
    await mails.enqueueEmail(tx, {
      to: email,
      mail: {
        mail: "sale-refused",
        reason: reason.slice(0, MAX_REASON),
        links: { main: { to: "page", path: paths.settings() } },
      },
      cause: `account ${accountRowId} ${day}`,
    });
  });
  await connect.refreshAccount(accountRowId).catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log.warn({ err: error, accountRowId }, "account could not be read after its payment was refused");
  });
}
