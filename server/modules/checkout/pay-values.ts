import { createHash } from "node:crypto";
import type { PayInput } from "../../../contract/api/checkout.ts";
import { PAYMENT_MINUTES } from "../../../contract/rules/limits.ts";
import type { insertPayment } from "../order-payments/index.ts";
import type { OrderRow, PurchaseChanges } from "../orders/index.ts";
import { soldIn, withPrices } from "./parts.ts";
import type { Quote } from "./quote.ts";
import type { OpenSelling } from "./selling.ts";

/** `taker` is null for a free order. */
type Paying = { taker: OpenSelling | null; input: PayInput };
/** `origin` is the own domain on which the buyer pays, or undefined for the main host. */
type Starting = Paying & { quote: Quote; now: Date; origin: string | undefined };

/** Returns the values that an order copies at the start of its payment. */
export function purchaseOf(quote: Quote, { taker, input }: Paying): Omit<PurchaseChanges, "reservedBy"> {
  const { price, lines: linePrices, discount, consent, feeBps } = quote;
  return {
    provider: taker?.provider ?? "free",
    mode: taker ? taker.mode : "live",
    accountRowId: taker?.accountRowId ?? null,
    linePrices,
    itemCents: price.itemCents,
    discountId: discount?.id ?? null,
    discountCode: discount?.code ?? null,
    discountCents: price.discountCents,
    discountReserved: discount !== null,
    shippingCents: price.shippingCents,
    amountCents: price.totalCents,
    feeBps,
    feeCents: feeOf(quote, taker),
    buyerEmail: input.email,
    buyerCountry: input.address?.country ?? null,
    // A free order's receipt names no company.
    buyerCompany: taker ? input.company : null,
    buyerVatId: taker ? input.vatId : null,
    note: input.note,
    consent,
    marketingConsent: input.marketingConsent ? quote.newsConsent.text : null,
  };
}

/** Returns a payment in stored form, with everything that the provider will receive. */
export function paymentOf(
  order: OrderRow,
  { quote, taker, input, now, origin }: Starting,
): Parameters<typeof insertPayment>[1] {
  const { price, product, discount } = quote;
  const mainCount = quote.mainParts.length;
  const goods = [
    { name: product.name, lines: quote.lines.slice(0, mainCount) },
    { name: quote.offered?.product.name ?? "", lines: quote.lines.slice(mainCount) },
  ].map(({ name, lines }) => ({
    name,
    amount: lines.reduce((sum, { itemCents, discountCents }) => sum + itemCents - discountCents, 0),
  }));
  const shipping = { name: "Shipping", amount: price.shippingCents };
  return {
    orderId: order.id,
    provider: taker?.provider ?? "free",
    mode: taker ? taker.mode : "live",
    account: taker?.account ?? null,
    amountCents: price.totalCents,
    currency: product.currency,
    feeCents: feeOf(quote, taker),
    purchase: {
      itemCents: price.itemCents,
      discountId: discount?.id ?? null,
      discountCode: discount?.code ?? null,
      discountCents: price.discountCents,
      shippingCents: price.shippingCents,
      feeBps: quote.feeBps,
      lines: withPrices(soldIn(order, quote.parts), quote.lines),
    },
    expiresAt: new Date(now.getTime() + PAYMENT_MINUTES * 60_000),
    parameters: taker && {
      request: hashOf(input),
      lines: [...goods, shipping].filter(({ amount }) => amount > 0),
      // The number is assigned at payment to prevent gaps. The id would reveal the installation's number of orders.
      orderNumber: "",
      email: input.email,
      allowLate: quote.delayedPaymentsEnabled,
      locale: null,
      ...(origin !== undefined && { origin }),
    },
  };
}

/** Returns the platform's fee, or none on the installation's own account, which receives the whole payment. */
const feeOf = ({ price }: Quote, taker: OpenSelling | null) =>
  taker && (taker.kind === "mock" || taker.account !== null) ? price.feeCents : 0;

/** Identifies a buyer's input. */
export const hashOf = (input: PayInput) =>
  createHash("sha256").update(JSON.stringify(input)).digest("base64url");
