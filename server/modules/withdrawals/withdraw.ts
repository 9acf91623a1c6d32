import type { WithdrawalInput } from "../../../contract/api/withdrawals.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { findOwner } from "../accounts/index.ts";
import {
  endAccess,
  findOrder,
  isRealMoney,
  lineWithdrawalOf,
  listWithdrawable,
  lockOrder,
  type OrderKey,
  type OrderLine,
  type OrderRow,
  type Receipt,
  recordEvent,
  recordOrderWebhook,
  setWithdrawn,
  titleOf,
  withdrawalOf,
} from "../orders/index.ts";
import type { WithdrawalDeps } from "./deps.ts";
import { queueWithdrawalEmails } from "./emails.ts";
import { errors, noWithdrawal } from "./errors.ts";

/**
 * Withdraws from the contract of an order or of some of its lines: ends their downloads, emails both sides, and refunds files.
 * A repetition changes nothing.
 * Throws 400, 404, 409.
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
    const lines = chooseLines(order, input.lines, deps.clock.now());
    if (lines.length === 0) return order;
    const withdrawnAt = await setWithdrawn(tx, { lines, name: input.name });
    const note = lines.length < order.lines.length ? titleOf({ lines }) : null;
    await recordEvent(tx, { orderId: order.id, by: "buyer", what: "withdrawn", note });
    await recordOrderWebhook(tx, deps, {
      order,
      type: "order.withdrawn",
      change: lines.map(({ id }) => id).join(","),
      data: { line_ids: lines.map(({ id }) => id) },
    });
    if (await endAccess(tx, lines, "withdrawn"))
      await recordEvent(tx, { orderId: order.id, by: "system", what: "downloads_ended" });
    await queueWithdrawalEmails(tx, deps, {
      order,
      lines,
      name: input.name,
      withdrawnAt,
      refund: await deps.orders.refundWithdrawn(tx, order, lines),
      to: isBuyerEmailed ? to : null,
      isCreatorEmailed,
    });
    return (await findOrder(tx, key)) ?? order;
  });
}

/** Returns the named lines that are not withdrawn yet, by default all with a right. None if this was done before. Throws 400, 409. */
function chooseLines(order: OrderRow, named: readonly number[] | undefined, now: Date): OrderLine[] {
  if (named?.some((id) => !order.lines.some((line) => line.id === id))) throw errors.noLine();
  const chosen = order.lines.filter((line) => named?.includes(line.id) ?? true);
  const open = chosen.filter(({ withdrawnAt }) => withdrawnAt === null);
  const possible = listWithdrawable({ ...order, lines: open }, now);
  const isDone = open.length < chosen.length && (named ? open.length === 0 : possible.length === 0);
  if (isDone) return [];
  // A default leaves out the lines without a right, and a choice must not contain one.
  const without = open.find((line) => !possible.includes(line));
  if (without && (named || possible.length === 0))
    throw noWithdrawal(lineWithdrawalOf(order, without, now).reason);
  return possible;
}

/** Returns whether an email may be sent. Counts it against the caps of receipts, unless real money was paid. */
const reserveEmail = async ({ orders }: WithdrawalDeps, email: Receipt & { order: OrderRow }) =>
  isRealMoney(email.order) || orders.reserveReceipt(email);

/** Returns whether the creator is emailed. Without real money, visitors can cause any number of withdrawals. */
async function reserveCreatorEmail(deps: WithdrawalDeps, order: OrderRow): Promise<boolean> {
  if (order.creatorId === null) return false;
  const { email } = await findOwner(deps.db, order.creatorId);
  return email !== null && (await reserveEmail(deps, { order, to: email, ip: null }));
}
