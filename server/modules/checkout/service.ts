import { paths } from "../../../contract/rules/paths.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import type { OwnHost } from "../../platform/http/hosts.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { findOrder, lockOrder, type OrderRow, setCancelled, setLeft } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { messages } from "./errors.ts";
import { payOrder } from "./pay.ts";
import type { PayRequest } from "./pay-limits.ts";

export type Payment = {
  /** The browser's next URL: the provider's page, or the return page once paid. */
  returnUrl: string;
  /** The value of the cookie that identifies the paying browser. */
  browserToken: string;
};

export const getCheckout = ({ db, orders }: CheckoutDeps, checkoutToken: string): Promise<OrderRow> =>
  findOrder(db, { checkoutTokenHash: orders.tokens.hash(checkoutToken) }).then(orNotFound("Checkout"));

type OwnPay = Pick<PayRequest, "input" | "ip"> & {
  checkoutToken: string;
  /** The own domain of the request, or undefined for the main host. */
  own: Pick<OwnHost, "origin" | "creatorId"> | undefined;
};

/** Pays an order or starts its payment at the provider. A repetition returns the same URL. Throws 400, 404, 409, 410, 429, 503. */
export async function pay(deps: CheckoutDeps, { checkoutToken, own, ...request }: OwnPay): Promise<Payment> {
  const order = await getCheckout(deps, checkoutToken);
  // The provider never leads to the domain of another creator.
  const origin = own?.creatorId === order.creatorId ? own?.origin : undefined;
  const returnUrl = await payOrder(deps, { ...request, order, origin });
  return { returnUrl, browserToken: deps.orders.tokens.browser(order.seed) };
}

/** Cancels a pending order after closing its payment at the provider. A paid order stays paid. Throws 404, 503. */
export async function cancelOrder(deps: CheckoutDeps, checkoutToken: string): Promise<string> {
  const { db, orders, orderPayments } = deps;
  const { id } = await getCheckout(deps, checkoutToken);
  const open = await orderPayments.findOpenPayment(id);
  if (open) {
    await setLeft(db, id);
    await withProviderTimeout(messages.cancel, () => orderPayments.closePayment(open));
  }
  const url = await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, { orderId: id }).then(orNotFound("Checkout"));
    if (order.paidAt) return orders.returnUrl(order, "success");
    if (order.status === "processing") return orders.returnUrl(order, "pending");
    const started = await orderPayments.findOpenPayment(id, tx);
    if (started && started.id !== open?.id) return null;
    if (order.status === "pending") await setCancelled(tx, order.id);
    return orders.returnUrl(order, "cancelled");
  });
  // Also closes a payment that was started meanwhile.
  return url ?? cancelOrder(deps, checkoutToken);
}

/**
 * Reads the payment from the provider and returns the browser's next URL: back to the order page for a buyer who `left` without paying.
 * Throws 404.
 */
export async function finishReturn(
  deps: CheckoutDeps,
  { checkoutToken, left }: { checkoutToken: string; left: boolean },
): Promise<string> {
  const { orders, orderPayments } = deps;
  const order = await getCheckout(deps, checkoutToken);
  const payable = await orderPayments.listPayable(order.id);
  await withProviderTimeout(messages.start, () =>
    Promise.all(payable.map(({ id }) => orderPayments.refreshPayment(id))),
  ).catch((error: unknown) =>
    deps.log.warn({ err: error, orderId: order.id }, "payment could not be read at the return; pending"),
  );
  const now = await getCheckout(deps, checkoutToken);
  if (now.paidAt) return orders.returnUrl(now, "success");
  if (now.status === "cancelled") return orders.returnUrl(now, "cancelled");
  if (now.status === "failed" || now.status === "expired") return orders.returnUrl(now, "failed");
  if (left && now.status === "pending") return paths.pay(checkoutToken);
  return orders.returnUrl(now, "pending");
}
