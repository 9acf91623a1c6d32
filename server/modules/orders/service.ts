import { paths } from "../../../contract/rules/paths.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { findAccessError } from "./access/access.ts";
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

/** Returns the key of the order that a link is about. */
export const keyOfLink = ({ tokens }: Pick<OrderDeps, "tokens">, orderToken: string) => ({
  orderTokenHash: tokens.hash(orderToken),
});

export const getOrder = (deps: OrderDeps, key: OrderKey): Promise<OrderRow> =>
  findOrder(deps.db, key).then(orNotFound("Order"));

/** Replaces an order's download link by one that is valid for three days; the previous link stops working. */
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
    // A double click: the first response may be the one that is shown.
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
  // With the checkout's token the buyer can try again, or ask again how it went; of a cancelled one it says that the buyer left.
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
    : paths.checkoutReturn({ status, handle, order: deps.tokens.order(order.seed) });
}
