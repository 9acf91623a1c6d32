import type { WithdrawalInput } from "../../../contract/api/withdrawals.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { findOwner } from "../accounts/index.ts";
import {
  endAccess,
  findOrder,
  isRealMoney,
  isWithdrawn,
  listWithdrawable,
  lockOrder,
  type OrderKey,
  type OrderRow,
  type Receipt,
  recordEvent,
  setWithdrawn,
  withdrawalOf,
} from "../orders/index.ts";
import type { WithdrawalDeps } from "./deps.ts";
import { queueWithdrawalEmails } from "./emails.ts";
import { noWithdrawal } from "./errors.ts";

/**
 * Withdraws from the contract of an order: ends the download, emails both sides, and refunds a file.
 * A repetition changes nothing.
 * Throws 404, 409.
 */
export async function withdraw(
  deps: WithdrawalDeps,
  { key, input, ip }: { key: OrderKey; input: WithdrawalInput; ip: string },
): Promise<OrderRow> {
  const found = await findOrder(deps.db, key).then(orNotFound("Order"));
  const to = input.email ?? found.buyerEmail;
  const canWithdraw = withdrawalOf(found, deps.clock.now()).possible;
  // Counted before the transaction. A cap stops the email, not the withdrawal.
  const isBuyerEmailed = to !== null && canWithdraw && (await reserveEmail(deps, { order: found, to, ip }));
  const isCreatorEmailed = canWithdraw && (await reserveCreatorEmail(deps, found));
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, key).then(orNotFound("Order"));
    if (isWithdrawn(order)) return order;
    const now = deps.clock.now();
    const lines = listWithdrawable(order, now);
    if (lines.length === 0) throw noWithdrawal(withdrawalOf(order, now).reason);
    const withdrawnAt = await setWithdrawn(tx, { lines, name: input.name });
    await recordEvent(tx, { orderId: order.id, by: "buyer", what: "withdrawn" });
    if (await endAccess(tx, lines, "withdrawn"))
      await recordEvent(tx, { orderId: order.id, by: "system", what: "downloads_ended" });
    await queueWithdrawalEmails(tx, deps, {
      order,
      name: input.name,
      withdrawnAt,
      refund: await deps.orders.refundWithdrawn(tx, order),
      to: isBuyerEmailed ? to : null,
      isCreatorEmailed,
    });
    return (await findOrder(tx, key)) ?? order;
  });
}

/** Counts an email against the caps of receipts, unless real money was paid. */
const reserveEmail = async ({ orders }: WithdrawalDeps, email: Receipt & { order: OrderRow }) =>
  isRealMoney(email.order) || orders.reserveReceipt(email);

/** Returns whether the creator is emailed. Without real money, visitors can cause any number of withdrawals. */
async function reserveCreatorEmail(deps: WithdrawalDeps, order: OrderRow): Promise<boolean> {
  if (order.creatorId === null) return false;
  const { email } = await findOwner(deps.db, order.creatorId);
  return email !== null && (await reserveEmail(deps, { order, to: email, ip: null }));
}
