import {
  ORDER_EMAIL_CAP,
  ORDER_EMAIL_CONFIRM_HOURS,
  ORDER_EMAIL_UNDO_HOURS,
} from "../../../../contract/rules/library-limits.ts";
import type { OrderActor } from "../../../../contract/rules/order-states.ts";
import { inTransaction, type Transaction } from "../../../platform/database/index.ts";
import { notFound } from "../../../platform/http/app-error.ts";
import { requireEmailAllowed } from "../../blocks/index.ts";
import type { OrderDeps } from "../deps.ts";
import { orderLanguage } from "../emails/buyer-email-frame.ts";
import {
  areReceiptsSent,
  consumeReceiptLimits,
  consumeSellerLimits,
  isRealMoney,
} from "../emails/receipt-rules.ts";
import { errors } from "../errors.ts";
import { deleteGift } from "../gifts/repository.ts";
import { recordEvent } from "../history.ts";
import { maskEmail } from "../listing/presenter.ts";
import { findOrder, lockOrder, type OrderKey, type OrderRow } from "../repository.ts";
import { renewOrderLinks } from "./renew-order-links.ts";
import { type ChangeLink, endChangesSince, findChange, insertChange, setConfirmed } from "./repository.ts";

type Correction = { key: OrderKey; email: string };

/** Emails a new address the link with which a buyer confirms it for an order. Throws 400, 404, 409, 429. */
export async function requestEmailChange(
  deps: OrderDeps,
  { key, email, ip }: Correction & { ip: string },
): Promise<void> {
  await reserveCorrection(deps, { key, email, ip });
  await inTransaction(deps.db, async (tx) => {
    const order = correctable(await lockOrder(tx, key), email);
    const id = await insertChange(tx, deps.tokens, {
      orderId: order.id,
      fromEmail: order.buyerEmail,
      toEmail: email,
      by: "buyer",
      isConfirmed: false,
    });
    await deps.mails.enqueueEmail(tx, {
      to: email,
      mail: {
        mail: "confirm-order-email",
        language: orderLanguage(order),
        number: order.number,
        validHours: ORDER_EMAIL_CONFIRM_HOURS,
        links: { main: { to: "order-email", seed: id } },
      },
      cause: `order email ${id}`,
    });
  });
}

/** Corrects the email of one of a creator's orders. The former email is told and can undo it. Throws 400, 404, 409, 429. */
export async function correctEmail(
  deps: OrderDeps,
  { key, email, reason }: Correction & { reason: string },
): Promise<void> {
  await reserveCorrection(deps, { key, email, ip: null });
  await inTransaction(deps.db, async (tx) => {
    const order = correctable(await lockOrder(tx, key), email);
    const change = { orderId: order.id, fromEmail: order.buyerEmail, toEmail: email, by: "creator" } as const;
    const id = await insertChange(tx, deps.tokens, { ...change, isConfirmed: true });
    await applyEmail(tx, deps, { order, email, by: "creator", reason });
    await tellFormerEmail(tx, deps, { order, id });
  });
}

/** Returns the change that a link is about, with its order; undefined once the link is over. */
export async function readEmailChange(deps: OrderDeps, link: ChangeLink, token: string) {
  const change = await findChange(deps.db, link, deps.tokens.hash(token));
  const order = change && (await findOrder(deps.db, { orderId: change.orderId }));
  return order && { change, order };
}

/** Confirms the new email of an order, which ends its older links. Returns the token of the new one. Throws 409, 410. */
export async function confirmEmailChange(deps: OrderDeps, token: string): Promise<string> {
  return onChange(deps, { link: "confirm", token }, async (tx, { change, order: locked }) => {
    const email = change.toEmail ?? "";
    const order = correctable(locked, email);
    await setConfirmed(tx, change.id);
    await tellFormerEmail(tx, deps, { order, id: change.id });
    return applyEmail(tx, deps, { order, email, by: "buyer", reason: null });
  });
}

/** Gives an order back to its former email, whatever was changed or given away since. Returns the token of its new link. Throws 409, 410. */
export async function undoEmailChange(deps: OrderDeps, token: string): Promise<string> {
  return onChange(deps, { link: "undo", token }, async (tx, { change, order }) => {
    // A buyer who was removed since keeps the order to the end, so that nobody else is sent their data.
    if (isBuyerRemoved(order)) throw errors.emailGone();
    await endChangesSince(tx, change);
    const isGivenSince = order.gift !== null && order.gift.createdAt >= change.requestedAt;
    if (isGivenSince) await deleteGift(tx, order.id);
    const returned = isGivenSince ? { ...order, gift: null } : order;
    return applyEmail(tx, deps, {
      order: returned,
      email: change.fromEmail ?? "",
      by: "buyer",
      reason: "Undone",
    });
  });
}

type Change = NonNullable<Awaited<ReturnType<typeof readEmailChange>>>["change"];

/** Runs the work of a link under the lock of its order, so that of two requests only one does it. */
async function onChange<Result>(
  deps: OrderDeps,
  { link, token }: { link: ChangeLink; token: string },
  work: (tx: Transaction, found: { change: Change; order: OrderRow }) => Promise<Result>,
): Promise<Result> {
  const known = await readEmailChange(deps, link, token);
  if (!known) throw errors.emailLinkOver();
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, { orderId: known.order.id });
    const change = order && (await findChange(tx, link, deps.tokens.hash(token)));
    if (!change) throw errors.emailLinkOver();
    return work(tx, { change, order });
  });
}

/** Checks a correction and counts its emails against the caps. */
async function reserveCorrection(
  deps: OrderDeps,
  { key, email, ip }: Correction & { ip: string | null },
): Promise<void> {
  const order = correctable(await findOrder(deps.db, key), email);
  await requireEmailAllowed(deps.db, email);
  if (!(await areReceiptsSent(deps.db, order))) throw errors.creatorUnverified();
  await deps.limits.consume({ name: "order-email", key: order.seed, ...ORDER_EMAIL_CAP });
  if (ip === null && !isRealMoney(order)) await consumeSellerLimits(deps, order);
  await consumeReceiptLimits(deps, { order, to: email, ip });
}

/** Returns a paid order whose email may be corrected. Throws 404, 409. */
function correctable(
  order: OrderRow | undefined,
  email: string,
): OrderRow & { buyerEmail: string; paidAt: Date } {
  if (!order) throw notFound("Order");
  const { buyerEmail, paidAt } = order;
  if (!paidAt) throw errors.notPaid();
  if (buyerEmail === null || isBuyerRemoved(order)) throw errors.emailGone();
  if (order.status === "disputed") throw errors.emailDisputed();
  if (buyerEmail.toLowerCase() === email.toLowerCase()) throw errors.emailSame();
  return { ...order, buyerEmail, paidAt };
}

const isBuyerRemoved = ({ buyerEmail, restrictedAt }: OrderRow): boolean =>
  buyerEmail === null || restrictedAt !== null;

/** Gives an order another email and new links, of which the email is sent one. Returns the token of the order's link. */
async function applyEmail(
  tx: Transaction,
  deps: OrderDeps,
  { order, email, by, reason }: { order: OrderRow; email: string; by: OrderActor; reason: string | null },
): Promise<string> {
  // The history outlives an erased buyer, so it does not hold the emails themselves.
  const masked = `${maskEmail(order.buyerEmail ?? "")} → ${maskEmail(email)}`;
  const note = [masked, reason].filter(Boolean).join(": ");
  await recordEvent(tx, { orderId: order.id, by, what: "email_changed", note });
  return renewOrderLinks(tx, deps, { order, email });
}

/** Tells the former email of an order that it has another one. */
async function tellFormerEmail(
  tx: Transaction,
  deps: OrderDeps,
  { order, id }: { order: OrderRow & { buyerEmail: string }; id: string },
): Promise<void> {
  await deps.mails.enqueueEmail(tx, {
    to: order.buyerEmail,
    mail: {
      mail: "order-email-changed",
      language: orderLanguage(order),
      number: order.number,
      validHours: ORDER_EMAIL_UNDO_HOURS,
      links: { main: { to: "undo-order-email", seed: id } },
    },
    cause: `order email changed ${id}`,
  });
}
