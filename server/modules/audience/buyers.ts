import type { Transaction } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { askToConfirm, consumeSignupLimits, reserveClientSignup } from "./confirmation-email.ts";
import type { AudienceDeps } from "./deps.ts";
import { type NewMember, updateMember, upsertMember } from "./repository.ts";

/** A buyer who consented to news in a paid order. */
export type Buyer = Omit<NewMember, "source"> & {
  /** True if money was paid. Without a payment anyone's email can be entered, so it must be confirmed. */
  hasPaid: boolean;
};

/** Adds a buyer to the audience of an order's creator, in the transaction that completes the order. */
export async function addBuyer(tx: Transaction, deps: AudienceDeps, buyer: Buyer): Promise<void> {
  const { hasPaid, ...consented } = buyer;
  const { creatorId, email } = consented;
  // An unsubscribed email is never added again, because unsubscribing is permanent.
  if (await deps.marketing.isSuppressed(tx, { creatorId, address: email })) return;
  const member = await upsertMember(tx, { ...consented, source: "order" });
  if (member.confirmedAt !== null) return;
  const { sourceTitle, tileId, consentText, language } = consented;
  if (member.source !== "order") {
    // Update an unconfirmed signup or import, too. It reveals only the email, which the creator also sees in the order.
    await updateMember(tx, member.id, { source: "order", sourceTitle, tileId, consentText, language });
  }
  if (hasPaid) return updateMember(tx, member.id, { isConfirmed: true });
  await askToConfirm(tx, deps, member);
}

/**
 * Counts a buyer without a payment against the caps of signups. Returns false if one is reached. Must run
 * before the transaction, because limits use another connection.
 */
export async function reserveBuyerSignup(
  deps: AudienceDeps,
  signup: { creatorId: number; email: string; ip: string },
): Promise<boolean> {
  try {
    await consumeSignupLimits(deps, signup);
    return await reserveClientSignup(deps, signup);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.info("order stored without the consent to news: a limit of signups is reached");
    return false;
  }
}
