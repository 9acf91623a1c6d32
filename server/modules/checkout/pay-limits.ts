import type { PayInput } from "../../../contract/api/checkout.ts";
import { CODE_LIMIT, REAL_PAYMENT_LIMITS } from "../../../contract/rules/limits.ts";
import { movesMoney } from "../../../contract/rules/order-states.ts";
import { clientSubnet } from "../../platform/net/ip.ts";
import { chosenModes } from "../../platform/payments/sales.ts";
import { mainLineOf, type OrderRow } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { quoteOrder } from "./quote.ts";
import { findSelling } from "./selling.ts";

export type PayRequest = {
  order: OrderRow;
  input: PayInput;
  ip: string;
  /** The origin of the creator's own domain on which the buyer pays, or undefined for the main host. */
  origin: string | undefined;
};

export const choiceOf = ({ amountCents, code, offer, address }: PayInput) => ({
  amountCents,
  code,
  offer,
  country: address?.country ?? null,
});

/** Counts a tried code, and a started payment with money, each once for all limits. Throws 429. */
export async function limitStarts(
  { limits, sales }: CheckoutDeps,
  { order, input, ip }: PayRequest,
): Promise<void> {
  const { tileId, provider } = order;
  const isReal = provider !== "mock" && chosenModes(sales).some((mode) => mode !== "sandbox");
  const item = `${tileId ?? `product ${mainLineOf(order).productId}`} ${clientSubnet(ip)}`;
  await Promise.all([
    isReal && limits.consume({ name: "real payments by ip", key: ip, ...REAL_PAYMENT_LIMITS.ip }),
    isReal &&
      limits.consume({ name: "real payments by tile and ip", key: item, ...REAL_PAYMENT_LIMITS.tile }),
    input.code !== null && limits.consume({ name: "discount codes", key: ip, ...CODE_LIMIT }),
  ]);
}

/** Returns whether an order needs a provider that moves money: not if it is free or in the mock checkout. */
export async function isPaidWithMoney(deps: CheckoutDeps, { order, input }: PayRequest): Promise<boolean> {
  // A buyer who saw a total must not get the order for free.
  if (movesMoney(order.provider) && input.totalCents !== 0) return true;
  const { price, selling } = await quoteOrder(deps, deps.db, { order, choice: choiceOf(input) });
  return price.totalCents > 0 && movesMoney(selling.provider);
}

/** Returns whether an unpaid order sends a receipt, and counts it against its caps. */
export async function reserveUnpaidReceipt(
  { orders }: CheckoutDeps,
  { order, input: { email }, ip }: PayRequest,
): Promise<boolean> {
  if (email === null || !(await orders.areReceiptsSent(order))) return false;
  return orders.reserveReceipt({ order, to: email, ip });
}

/**
 * Returns whether a buyer consented to news and may be asked to confirm, and counts that against the caps of signups.
 * A payment with real money is a confirmation.
 * Above a cap the order is made without the consent, which has no value without a confirmation.
 */
export async function reserveNewsConsent(
  deps: CheckoutDeps,
  { order: { creatorId }, input, ip, withMoney }: PayRequest & { withMoney: boolean },
): Promise<boolean> {
  const { email, marketingConsent } = input;
  if (!marketingConsent || email === null || creatorId === null) return false;
  if (withMoney) {
    const selling = await findSelling(deps, deps.db, creatorId);
    if (selling.kind === "real" && selling.mode === "live") return true;
  }
  return deps.audience.reserveBuyerSignup({ creatorId, email, ip });
}
