import { eq, sql } from "drizzle-orm";
import type { WithdrawalInput } from "../../../contract/api/withdrawals.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { findOwner } from "../accounts/index.ts";
import type { OrderDeps } from "./deps.ts";
import { noWithdrawal, orderNotFound } from "./errors.ts";
import { recordEvent } from "./history.ts";
import { isRealMoney, reserveReceipt } from "./receipt-rules.ts";
import { refundWithdrawn } from "./refunds.ts";
import { findOrder, lockOrder, type OrderRow } from "./repository.ts";
import { orders } from "./tables.ts";
import { queueWithdrawalEmails } from "./withdrawal-mails.ts";
import { withdrawalOf } from "./withdrawal-rules.ts";

/** Withdraws from the contract of an order: the download ends, both sides are emailed, and a file is refunded. Repeated, it changes nothing. Throws 404, 409. */
export async function withdraw(
  deps: OrderDeps,
  { orderToken, input, ip }: { orderToken: string; input: WithdrawalInput; ip: string },
): Promise<OrderRow> {
  const key = { orderTokenHash: deps.tokens.hash(orderToken) };
  const found = await findOrder(deps.db, key);
  if (!found) throw orderNotFound();
  const to = input.email ?? found.buyerEmail;
  // Counted before the transaction. A cap stops the email, not the withdrawal.
  const isBuyerEmailed =
    to !== null && isOpen(deps, found) && (await reserveEmail(deps, { order: found, to, ip }));
  const isCreatorEmailed = isOpen(deps, found) && (await reserveCreatorEmail(deps, found));
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, key);
    if (!order) throw orderNotFound();
    if (order.withdrawnAt) return order;
    const { possible, reason } = withdrawalOf(order, deps.clock.now());
    if (!possible) throw noWithdrawal(reason);
    const withdrawnAt = await saveWithdrawal(tx, order, input.name);
    await queueWithdrawalEmails(tx, deps, {
      order,
      name: input.name,
      withdrawnAt,
      refund: await refundWithdrawn(tx, deps, order),
      to: isBuyerEmailed ? to : null,
      isCreatorEmailed,
    });
    return (await findOrder(tx, key)) ?? order;
  });
}

/** Counts an email against the caps of receipts; about real money there is none. */
const reserveEmail = async (
  deps: OrderDeps,
  email: Parameters<typeof reserveReceipt>[1] & { order: OrderRow },
) => isRealMoney(email.order) || reserveReceipt(deps, email);

/** Returns whether the creator is emailed: without real money, visitors could cause any number of withdrawals. */
async function reserveCreatorEmail(deps: OrderDeps, order: OrderRow): Promise<boolean> {
  if (order.creatorId === null) return false;
  const { email } = await findOwner(deps.db, order.creatorId);
  return email !== null && (await reserveEmail(deps, { order, to: email, ip: null }));
}

const isOpen = ({ clock }: OrderDeps, order: OrderRow) => withdrawalOf(order, clock.now()).possible;

/** Stores the declaration, which also ends the download, and returns the time of the database's clock. */
async function saveWithdrawal(tx: Transaction, { id, fileId }: OrderRow, name: string): Promise<Date> {
  const [row] = await tx
    .update(orders)
    .set({
      withdrawnAt: sql`now()`,
      withdrawalName: name,
      ...(fileId ? { accessEndedAt: sql`now()` } : {}),
    })
    .where(eq(orders.id, id))
    .returning({ withdrawnAt: orders.withdrawnAt });
  if (!row?.withdrawnAt) throw new Error("order was deleted");
  await recordEvent(tx, { orderId: id, by: "buyer", what: "withdrawn" });
  if (fileId) await recordEvent(tx, { orderId: id, by: "system", what: "downloads_ended" });
  return row.withdrawnAt;
}
