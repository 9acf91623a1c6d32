import type { GiftInput } from "../../../../contract/api/gifts.ts";
import { GIFT_STOP_HOURS, giftDays } from "../../../../contract/rules/gift-rules.ts";
import { RECEIPT_CAPS } from "../../../../contract/rules/limits.ts";
import { inTransaction, type Queries, type Transaction } from "../../../platform/database/index.ts";
import { notFound, orNotFound } from "../../../platform/http/app-error.ts";
import { mailboxOf } from "../../../platform/mail/address.ts";
import { requireEmailAllowed } from "../../blocks/index.ts";
import { findAccess } from "../access/access.ts";
import { rotateDownloadLinks } from "../access/links.ts";
import { linkSeedOf } from "../access/tokens.ts";
import type { OrderDeps } from "../deps.ts";
import { buyerEmailFrame } from "../emails/buyer-email-frame.ts";
import {
  areReceiptsSent,
  consumeReceiptLimits,
  isRealMoney,
  receiptsOfClient,
} from "../emails/receipt-rules.ts";
import { errors } from "../errors.ts";
import { recordEvent } from "../history.ts";
import { titleOf } from "../lines/lines.ts";
import { findOrder, lockOrder, type OrderKey, type OrderRow } from "../repository.ts";
import { asReceiver } from "./receiver.ts";
import { deleteGift, replaceGift } from "./repository.ts";

/** Returns the time zone and days in which the gift of an order can be sent. */
export const giftDaysOf = ({ creator }: OrderRow, now: Date) => {
  const timeZone = creator?.timeZone ?? "UTC";
  return { timeZone, days: giftDays(now, timeZone) };
};

/** Returns whether all of an order are files. The address of goods is asked before paying. */
export const isAllFiles = ({ lines }: Pick<OrderRow, "lines">): boolean =>
  lines.every(({ type }) => type === "digital");

/**
 * Plans a paid order as a gift, or corrects one that was not sent. From now on its receiver owns the downloads.
 * The payer is emailed of each receiver, because anyone with a forwarded link of the order can be the one who gives it.
 * Throws 400, 404, 409, 410, 429.
 */
export async function planGift(
  deps: OrderDeps,
  { key, input, ip }: { key: OrderKey; input: GiftInput; ip: string },
): Promise<void> {
  const { db, clock, limits, tokens } = deps;
  const { email } = input;
  const found = await giveable(db, await findOrder(db, key));
  await requireReceiver(deps, found, email);
  const { days, timeZone } = giftDaysOf(found, clock.now());
  if (input.day < days.first || input.day > days.last)
    throw errors.giftDay({ first: { day: days.first }, last: { day: days.last } });
  await limits.consume({ name: "order-gift", key: found.seed, ...RECEIPT_CAPS.order });
  await limits.consume(receiptsOfClient(ip, email));
  if (isReceiverNew(found, email))
    await consumeReceiptLimits(deps, { order: found, to: found.buyerEmail, ip });
  await inTransaction(db, async (tx) => {
    const order = await giveable(tx, await lockOrder(tx, key));
    // A second click after the gift was sent.
    if (order.gift?.sentAt && order.gift.toEmail === email) return;
    if (order.gift?.sentAt) throw errors.giftSent();
    const linkSeed = linkSeedOf(order);
    const sendAt = await replaceGift(tx, tokens, {
      orderId: order.id,
      linkSeed,
      input,
      today: days.first,
      timeZone,
    });
    if (sendAt && isReceiverNew(order, email)) await tellPayer(tx, deps, { order, receiver: email, sendAt });
    // The links that the buyer knows end.
    if (!order.gift) await rotateDownloadLinks(tx, deps, order);
    await recordEvent(tx, { orderId: order.id, by: "buyer", what: "gift_planned" });
  });
}

const isReceiverNew = ({ gift }: OrderRow, email: string): boolean => gift?.toEmail !== email;

type GiveableOrder = OrderRow & { buyerEmail: string };

/** Tells the payer of a gift, with the link that takes it back. */
async function tellPayer(
  tx: Transaction,
  deps: OrderDeps,
  { order, receiver, sendAt }: { order: GiveableOrder; receiver: string; sendAt: Date },
): Promise<void> {
  const seed = linkSeedOf(order);
  await deps.mails.enqueueEmail(tx, {
    to: order.buyerEmail,
    mail: {
      mail: "gift-planned",
      ...(await buyerEmailFrame(tx, deps, order)),
      number: order.number,
      product: titleOf(order),
      receiver: isRealMoney(order) ? receiver : null,
      sendAt: sendAt.toISOString(),
      stopHours: GIFT_STOP_HOURS,
      links: { main: { to: "stop-gift", seed } },
    },
    cause: `gift planned ${seed} ${receiver} ${sendAt.toISOString()}`,
  });
}

/** Cancels a gift that was not sent, so that the downloads belong to the buyer again. Throws 404, 409. */
export async function cancelGift({ db }: OrderDeps, key: OrderKey): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, key).then(orNotFound("Order"));
    if (!order.gift) return;
    if (order.gift.sentAt) throw errors.giftSent();
    await deleteGift(tx, order.id);
    await recordEvent(tx, { orderId: order.id, by: "buyer", what: "gift_cancelled" });
  });
}

/** Returns an order that can be a gift. Throws 404, 409. */
async function giveable(db: Queries, order: OrderRow | undefined): Promise<GiveableOrder> {
  if (!order) throw notFound("Order");
  if (!order.paidAt || order.amountCents === 0) throw errors.giftUnpaid();
  const { buyerEmail } = order;
  if (buyerEmail === null || order.restrictedAt) throw errors.giftOfNobody();
  if (!isAllFiles(order)) throw errors.giftOfGoods();
  const { open } = await findAccess(db, asReceiver(order));
  if (open.length === 0) throw errors.nothingToDownload();
  return { ...order, buyerEmail };
}

/** Throws 400 or 409 for an email that a gift must not be sent to. */
async function requireReceiver(deps: OrderDeps, order: OrderRow, email: string): Promise<void> {
  const { db, audience } = deps;
  const { buyerEmail, creatorId } = order;
  if (buyerEmail !== null && mailboxOf(buyerEmail) === mailboxOf(email)) throw errors.giftToOneself();
  await requireEmailAllowed(db, email);
  if (!(await areReceiptsSent(db, order))) throw errors.creatorUnverified();
  if (creatorId !== null && (await audience.isUnsubscribed(db, { creatorId, address: email })))
    throw errors.giftUnwanted();
}
