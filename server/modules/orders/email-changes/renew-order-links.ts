import { eq, sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/database/index.ts";
import { boughtFiles, findAccess } from "../access/access.ts";
import { rotateDownloadLinks } from "../access/links.ts";
import { linkSeedOf } from "../access/tokens.ts";
import type { OrderDeps } from "../deps.ts";
import { queueReceiptAgain } from "../emails/order-mails.ts";
import { errors } from "../errors.ts";
import { findOrder, type OrderRow } from "../repository.ts";
import { orders } from "../tables.ts";

/** Gives a locked, paid order new links, of which its email is sent one. The earlier links end. Returns the token of the order's link. */
export async function renewOrderLinks(
  tx: Transaction,
  deps: OrderDeps,
  { order, email }: { order: OrderRow; email: string },
): Promise<string> {
  const orderLinkVersion = order.orderLinkVersion + 1;
  const linkSeed = linkSeedOf({ seed: order.seed, orderLinkVersion });
  const token = deps.tokens.order(linkSeed);
  await tx
    .update(orders)
    .set({
      buyerEmail: email,
      orderLinkVersion,
      orderTokenHash: deps.tokens.hash(token),
      // The return from a payment leads to the order, too.
      checkoutTokenHash: deps.tokens.hash(deps.tokens.checkout(linkSeed)),
      linksMailedAt: sql`now()`,
    })
    .where(eq(orders.id, order.id));
  // The links of a gift are its receiver's.
  if (!order.gift && boughtFiles(order).length > 0) await rotateDownloadLinks(tx, deps, order);
  const changed = await findOrder(tx, { orderId: order.id });
  if (!changed?.paidAt) throw errors.notPaid();
  const isDownloadable = (await findAccess(tx, changed)).open.length > 0;
  await queueReceiptAgain(tx, deps, {
    order: { ...changed, paidAt: changed.paidAt, isDownloadable },
    to: email,
    requestedAt: deps.clock.now(),
  });
  return token;
}
