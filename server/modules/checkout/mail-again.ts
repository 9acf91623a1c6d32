import { inTransaction } from "../../platform/database/index.ts";
import type { AppError } from "../../platform/http/app-error.ts";
import { buyerUnreachable, noBuyerEmail, notPaid, orderUnknown } from "./errors.ts";
import { queueReceiptAgain } from "./order-mails.ts";
import {
  findMailState,
  findOrder,
  lockOrder,
  type OrderKey,
  type OrderRow,
  setLinksMailed,
} from "./repository.ts";
import { type CheckoutDeps, makeNextLink } from "./service.ts";

/** Of one order, whoever asks: nobody's inbox is filled by a button. */
const OF_ONE_ORDER = { points: 6, seconds: 3600 };

/** Mails a buyer the links of the own order. `email` becomes the order's address where there is none, and is ignored otherwise. Throws 404, 409, 429. */
export async function mailOrder(
  deps: CheckoutDeps,
  { orderToken, email }: { orderToken: string; email: string | null },
): Promise<void> {
  const key = { orderTokenHash: deps.tokens.hash(orderToken) };
  await mailLinks(deps, { key, addressOf: (order) => order.buyerEmail ?? email, missing: noBuyerEmail });
}

/** Mails the buyer of one of a creator's orders its links. Throws 404, 409, 429. */
export async function resendOrder(deps: CheckoutDeps, key: { id: number; creatorId: number }): Promise<void> {
  await mailLinks(deps, { key, addressOf: (order) => order.buyerEmail, missing: buyerUnreachable });
}

type Wish = { key: OrderKey; addressOf: (order: OrderRow) => string | null; missing: () => AppError };

/** A link that has expired is renewed first. Two clicks are one wish: within a minute nothing more is sent. */
async function mailLinks(deps: CheckoutDeps, wish: Wish): Promise<void> {
  const { id, seed } = addressed(await findOrder(deps.db, wish.key), wish).order;
  if ((await findMailState(deps.db, id))?.mailedLately) return;
  await deps.limits.spend({ name: "order-mail", key: seed, ...OF_ONE_ORDER });
  await inTransaction(deps.db, async (tx) => {
    const { order: locked, to } = addressed(await lockOrder(tx, wish.key), wish);
    const state = await findMailState(tx, id);
    if (state?.mailedLately) return;
    if (state?.expired) await makeNextLink(tx, deps, locked);
    const askedAt = await setLinksMailed(tx, id, to);
    const { order } = addressed(await findOrder(tx, wish.key), wish);
    await queueReceiptAgain(tx, deps, { order, to, askedAt });
  });
}

/** A paid order and where its mail goes. Throws 404, 409. */
function addressed(order: OrderRow | undefined, { addressOf, missing }: Wish) {
  if (!order) throw orderUnknown();
  if (order.status !== "paid" || !order.paidAt) throw notPaid();
  const to = addressOf(order);
  if (to === null) throw missing();
  return { order: { ...order, paidAt: order.paidAt }, to };
}
