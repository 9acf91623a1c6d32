import { RECEIPT_CAPS } from "../../../contract/limits.ts";
import { inTransaction } from "../../platform/database/index.ts";
import type { AppError } from "../../platform/http/app-error.ts";
import { buyerUnreachable, creatorUnverified, noBuyerEmail, notPaid, orderNotFound } from "./errors.ts";
import { queueReceiptAgain } from "./order-mails.ts";
import { areReceiptsSent, spendReceipt } from "./receipt-rules.ts";
import {
  findMailState,
  findOrder,
  lockOrder,
  type OrderKey,
  type OrderRow,
  setLinksMailed,
} from "./repository.ts";
import { type CheckoutDeps, rotateDownloadLink } from "./service.ts";

/** Mails a buyer the links of the own order. `email` becomes the order's address where there is none, and is ignored otherwise. Throws 404, 409, 429. */
export async function mailOrder(
  deps: CheckoutDeps,
  { orderToken, email, ip }: { orderToken: string; email: string | null; ip: string },
): Promise<void> {
  const key = { orderTokenHash: deps.tokens.hash(orderToken) };
  await mailLinks(deps, { key, ip, addressOf: (order) => order.buyerEmail ?? email, missing: noBuyerEmail });
}

/** Mails the buyer of one of a creator's orders its links. Throws 404, 409, 429. */
export async function resendOrder(deps: CheckoutDeps, key: { id: number; creatorId: number }): Promise<void> {
  await mailLinks(deps, { key, ip: null, addressOf: (order) => order.buyerEmail, missing: buyerUnreachable });
}

type ResendRequest = {
  key: OrderKey;
  /** Of the buyer; null for the creator. */
  ip: string | null;
  addressOf: (order: OrderRow) => string | null;
  missing: () => AppError;
};

/** A link that has expired is renewed first. Two clicks are one wish: within a minute nothing more is sent. */
async function mailLinks(deps: CheckoutDeps, wish: ResendRequest): Promise<void> {
  const found = addressed(await findOrder(deps.db, wish.key), wish);
  const { id, seed } = found.order;
  if (!(await areReceiptsSent(deps.db, found.order))) throw creatorUnverified();
  if ((await findMailState(deps.db, id))?.mailedLately) return;
  await deps.limits.consume({ name: "order-mail", key: seed, ...RECEIPT_CAPS.order });
  await spendReceipt(deps, { ...found, ip: wish.ip });
  await inTransaction(deps.db, async (tx) => {
    const { order: locked, to } = addressed(await lockOrder(tx, wish.key), wish);
    const state = await findMailState(tx, id);
    if (state?.mailedLately) return;
    if (state?.expired) await rotateDownloadLink(tx, deps, locked);
    const requestedAt = await setLinksMailed(tx, id, to);
    const { order } = addressed(await findOrder(tx, wish.key), wish);
    await queueReceiptAgain(tx, deps, { order, to, askedAt: requestedAt });
  });
}

/** A paid order and where its mail goes. Throws 404, 409. */
function addressed(order: OrderRow | undefined, { addressOf, missing }: ResendRequest) {
  if (!order) throw orderNotFound();
  if (order.status !== "paid" || !order.paidAt) throw notPaid();
  const to = addressOf(order);
  if (to === null) throw missing();
  return { order: { ...order, paidAt: order.paidAt }, to };
}
