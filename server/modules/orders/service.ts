import { paths } from "../../../contract/rules/paths.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { findAccessError } from "./access/access.ts";
import { linkSeedOf } from "./access/tokens.ts";
import type { OrderDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import {
  findMailState,
  findOrder,
  lockOrder,
  type OrderKey,
  type OrderRow,
  renewDownload,
} from "./repository.ts";

/** Finds an order's key by a link's token. */
export const keyOfLink = ({ tokens }: Pick<OrderDeps, "tokens">, orderToken: string) => ({
  orderTokenHash: tokens.hash(orderToken),
});

export const getOrder = (deps: OrderDeps, key: OrderKey): Promise<OrderRow> =>
  findOrder(deps.db, key).then(orNotFound("Order"));

/** Replaces an order's download link by a new one for three days. The previous link stops working. */
export async function rotateDownloadLink(tx: Transaction, { tokens }: OrderDeps, order: OrderRow) {
  const downloadLinkVersion = order.downloadLinkVersion + 1;
  const downloadTokenHash = tokens.hash(tokens.download(order.seed, downloadLinkVersion));
  await renewDownload(tx, order.id, { downloadLinkVersion, downloadTokenHash });
}

/**
 * Renews the download link of a paid order; the previous link stops working.
 * Within seconds of a renewal, the link stays.
 * Throws 404, 409.
 */
export async function renewOrder(deps: OrderDeps, key: OrderKey): Promise<OrderRow> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, key).then(orNotFound("Order"));
    if (!order.paidAt || !order.downloadTokenHash) throw errors.nothingToDownload();
    const noAccess = await findAccessError(tx, order);
    if (noAccess) throw noAccess;
    // After a double click the browser may show either response.
    if ((await findMailState(tx, order.id))?.recentlyRenewed) return order;
    await rotateDownloadLink(tx, deps, order);
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
    return paths.checkoutReturn({ status, handle, checkout: deps.tokens.checkout(order.seed) });
  }
  // Without a download there is no download token, so the URL contains the order token.
  return order.fileId
    ? paths.checkoutReturn({
        status,
        downloadToken: deps.tokens.download(order.seed, order.downloadLinkVersion),
        handle,
      })
    : paths.checkoutReturn({ status, handle, order: deps.tokens.order(linkSeedOf(order)) });
}
