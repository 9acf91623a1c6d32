import type { Transaction } from "../../platform/database/index.ts";
import { askToConfirm } from "./confirmation-email.ts";
import type { AudienceDeps } from "./deps.ts";
import { type NewMember, updateMember, upsertMember } from "./repository.ts";

/** A buyer who agreed to news when an order was paid. */
export type Buyer = Omit<NewMember, "source"> & {
  /** Whether money was paid. An order without a payment can have any email, which therefore has to be confirmed. */
  hasPaid: boolean;
};

/** Adds a buyer to the audience of an order's creator, in the transaction that completes the order. */
export async function addBuyer(
  tx: Transaction,
  deps: Pick<AudienceDeps, "jobs" | "marketing">,
  buyer: Buyer,
): Promise<void> {
  const { hasPaid, ...given } = buyer;
  const { creatorId, email } = given;
  // Unsubscribing is permanent.
  if (await deps.marketing.isSuppressed(tx, { creatorId, address: email })) return;
  const member = await upsertMember(tx, { ...given, source: "order" });
  if (member.confirmedAt !== null) return;
  const { sourceTitle, tileId, consentText } = given;
  if (member.source === "signup") {
    // Of an unconfirmed signup nothing is known but the email, which the creator sees in the order.
    await updateMember(tx, member.id, { source: "order", sourceTitle, tileId, consentText });
  }
  if (hasPaid) return updateMember(tx, member.id, { isConfirmed: true });
  await askToConfirm(tx, deps, member);
}
