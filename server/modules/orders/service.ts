import { paths } from "../../../contract/rules/paths.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { boughtFiles, findAccessError } from "./access/access.ts";
import { downloadTokenOf, rotateDownloadLinks } from "./access/links.ts";
import { linkSeedOf } from "./access/tokens.ts";
import type { OrderDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { findMailState, findOrder, lockOrder, type OrderKey, type OrderRow } from "./repository.ts";

/** Finds an order's key by a link's token. */
export const keyOfLink = ({ tokens }: Pick<OrderDeps, "tokens">, orderToken: string) => ({
  orderTokenHash: tokens.hash(orderToken),
});

export const getOrder = (deps: OrderDeps, key: OrderKey): Promise<OrderRow> =>
  findOrder(deps.db, key).then(orNotFound("Order"));

/**
 * Renews the download links of a paid order; the previous links stop working.
 * Within seconds of a renewal, the links stay. `seenBy` returns the order as its buyer or the receiver of its gift sees it.
 * Throws 404, 409.
 */
export async function renewOrder(
  deps: OrderDeps,
  key: OrderKey,
  seenBy: (order: OrderRow) => OrderRow = (order) => order,
): Promise<OrderRow> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, key).then(orNotFound("Order"));
    if (!order.paidAt || boughtFiles(order).length === 0) throw errors.nothingToDownload();
    const noAccess = await findAccessError(tx, seenBy(order));
    if (noAccess) throw noAccess;
    // After a double click the browser may show either response.
    if ((await findMailState(tx, order.id))?.recentlyRenewed) return order;
    await rotateDownloadLinks(tx, deps, order);
    return (await findOrder(tx, key)) ?? order;
  });
}

export function returnUrl(
  deps: OrderDeps,
  order: OrderRow,
  status: "success" | "pending" | "cancelled" | "failed",
): string {
  const handle = order.creator?.handle;
  // The checkout's token lets the buyer retry or reload the status. A cancelled checkout says that the buyer left.
  if (status !== "success") {
    return paths.checkoutReturn({ status, handle, checkout: deps.tokens.checkout(linkSeedOf(order)) });
  }
  // Without a download there is no download token, so the URL contains the order token.
  const file = order.gift ? undefined : order.access.find(({ fileId }) => fileId !== null);
  return file
    ? paths.checkoutReturn({ status, downloadToken: downloadTokenOf(deps.tokens, order, file), handle })
    : paths.checkoutReturn({ status, handle, order: deps.tokens.order(linkSeedOf(order)) });
}
