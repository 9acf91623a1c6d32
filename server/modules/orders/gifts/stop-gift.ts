import { paths } from "../../../../contract/rules/paths.ts";
import { inTransaction } from "../../../platform/database/index.ts";
import { rotateDownloadLinks } from "../access/links.ts";
import { linkSeedOf } from "../access/tokens.ts";
import type { OrderDeps } from "../deps.ts";
import { renewOrderLinks } from "../email-changes/renew-order-links.ts";
import { errors } from "../errors.ts";
import { recordEvent } from "../history.ts";
import { findOrder, lockOrder } from "../repository.ts";
import { deleteGift, findStoppableGift } from "./repository.ts";

/** Returns the order whose gift a payer's link takes back; undefined once the link is over. */
export async function readStoppableGift(deps: OrderDeps, token: string) {
  const found = await findStoppableGift(deps.db, deps.tokens.hash(token));
  return found && findOrder(deps.db, { orderId: found.orderId });
}

/**
 * Takes a gift back, planned or sent, and ends all links of its order, because somebody else may have one.
 * Returns the path of the order, or of the library once the order has another email than the one that was told. Throws 410.
 */
export async function stopGift(deps: OrderDeps, token: string): Promise<string> {
  const { db, tokens } = deps;
  const stopHash = tokens.hash(token);
  const known = await findStoppableGift(db, stopHash);
  if (!known) throw errors.emailLinkOver();
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, known);
    // Of two requests one takes it back.
    if (!order || !(await findStoppableGift(tx, stopHash))) throw errors.emailLinkOver();
    await deleteGift(tx, order.id);
    await recordEvent(tx, { orderId: order.id, by: "buyer", what: "gift_cancelled" });
    if (order.buyerEmail === null || order.restrictedAt) {
      await rotateDownloadLinks(tx, deps, order);
      return paths.library();
    }
    const orderToken = await renewOrderLinks(tx, deps, {
      order: { ...order, gift: null },
      email: order.buyerEmail,
    });
    return tokens.stopGift(linkSeedOf(order)) === token ? paths.order(orderToken) : paths.library();
  });
}
