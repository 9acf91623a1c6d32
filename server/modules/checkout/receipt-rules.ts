import { RECEIPT_CAPS } from "../../../contract/limits.ts";
import type { Queries } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { Log } from "../../platform/log/index.ts";
import { findOwner } from "../accounts/index.ts";
import type { OrderRow } from "./repository.ts";

type Receipt = {
  order: Pick<OrderRow, "id" | "seed" | "creatorId">;
  to: string;
  /** The IP of whoever pays or asks for it; null for the creator. */
  ip: string | null;
};

/** Whether emails about an order are sent: only for creators who have shown that their own email is theirs, because the product name is their text. */
export async function areReceiptsSent(
  db: Queries,
  order: Pick<OrderRow, "creatorId" | "creatorVerified">,
): Promise<boolean> {
  // Once the creator is deleted, what counted at payment decides.
  if (order.creatorId === null) return order.creatorVerified !== false;
  return (await findOwner(db, order.creatorId)).isVerified;
}

/** Counts a receipt against its caps. Throws 429. */
export async function spendReceipt(
  { limits }: { limits: RateLimiter },
  { order, to, ip }: Receipt,
): Promise<void> {
  if (ip !== null) await limits.consume({ name: "receipts by ip", key: ip, ...RECEIPT_CAPS.ip });
  await limits.consume({ name: "receipts by recipient", key: mailboxOf(to), ...RECEIPT_CAPS.recipient });
  const creator = String(order.creatorId ?? "deleted");
  await limits.consume({ name: "receipts by creator", key: creator, ...RECEIPT_CAPS.creator });
}

/** Like `spendReceipt`, for a sale, which no cap may stop: false when the receipt is not sent. */
export async function maySendReceipt(
  deps: { limits: RateLimiter; log: Log },
  receipt: Receipt,
): Promise<boolean> {
  try {
    await spendReceipt(deps, receipt);
    return true;
  } catch (error) {
    const reason = error instanceof AppError ? "email cap reached" : "email caps unavailable";
    deps.log.warn({ err: error, orderId: receipt.order.id, reason }, "sale without a receipt email");
    return false;
  }
}

/** `name+anything@host` reaches the same mailbox as `name@host`. */
function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/\+[^@]*(?=@)/, "");
}
