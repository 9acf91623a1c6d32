import type { CheckoutOrder, PreviewInput } from "../../../contract/api/checkout.ts";
import type { ContractKind } from "../../../contract/rules/contract-kinds.ts";
import { CODE_LIMIT } from "../../../contract/rules/limits.ts";
import type { OrderProvider, PaymentMode } from "../../../contract/rules/order-states.ts";
import type { PriceProblem } from "../../../contract/rules/prices.ts";
import { isOfField } from "../../platform/http/app-error.ts";
import { toPublicUrl } from "../../platform/own-url.ts";
import { mainLinesOf, type OrderRow, type Orders } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { findUnavailable, isPayable, type WhyUnavailable } from "./payable.ts";
import { type Quote, quoteOrder } from "./quote.ts";
import { isOpen } from "./selling.ts";

export type Shown = {
  order: CheckoutOrder;
  unavailable: WhyUnavailable | null;
  /** Why it cannot be paid with these choices. */
  problem: PriceProblem | null;
  /** The mode: money only moves in `live`; the mock checkout has none. */
  mode: PaymentMode | null;
};

/**
 * Returns an order for its checkout, with its price for the buyer's choices, by default the last ones.
 * Changes nothing.
 * Throws 429 for too many codes.
 */
export async function showCheckout(
  deps: CheckoutDeps,
  { row, choice, ip }: { row: OrderRow; choice: PreviewInput; ip: string },
): Promise<Shown> {
  const { db, orders, settings, limits } = deps;
  const { publicUrl } = settings;
  const unavailable = await findUnavailable(db, row);
  const show = (quote: Quote | null, problem: PriceProblem | null) => ({
    order: presentCheckoutOrder(row, { orders, publicUrl, quote }),
    unavailable,
    problem,
    mode: quote && isOpen(quote.selling) ? quote.selling.mode : row.mode,
  });
  if (unavailable || !isPayable(row)) return show(null, null);
  if (choice.code) await limits.consume({ name: "discount codes", key: ip, ...CODE_LIMIT });
  const chosen = {
    amountCents: choice.amountCents ?? (row.buyerEmail === null ? null : mainCentsOf(row)),
    offer: choice.offer ?? false,
    code: choice.code ?? row.discountCode,
    country: choice.country ?? row.buyerCountry,
  };
  const quote = (code: string | null) => quoteOrder(deps, db, { order: row, choice: { ...chosen, code } });
  try {
    const found = await quote(chosen.code);
    return show(found, found.problem);
  } catch (error) {
    if (!isOfField(error, "code")) throw error;
    return show(await quote(null), { field: "code", message: error.text });
  }
}

/** Returns what the buyer has chosen to pay, without a second offer. */
const mainCentsOf = (row: OrderRow): number =>
  mainLinesOf(row).reduce((sum, { itemCents }) => sum + itemCents, 0);

/** Returns the required information about the right of withdrawal, also in the mock checkout. */
const withdrawalKindsOf = ({ kinds, selling }: Quote, provider: OrderProvider): ContractKind[] =>
  provider === "free" || !selling.seller?.is_trader ? [] : kinds;

/** Formats an order for the page of its checkout; with a quote, as it can be paid now. */
export function presentCheckoutOrder(
  row: OrderRow,
  { orders, publicUrl, quote }: { orders: Orders; publicUrl: string; quote: Quote | null },
): CheckoutOrder {
  const base = orders.presentOrderBase(row);
  if (!quote) {
    return {
      ...base,
      mock: row.provider === "mock",
      provider: row.provider,
      price: {
        item_cents: row.itemCents,
        discount_cents: row.discountCents,
        discount_code: row.discountCode,
        shipping_cents: row.shippingCents,
        total_cents: row.amountCents,
        minimum_cents: null,
        suggestions: [],
      },
      offer: null,
      seller: row.seller,
      needs: { email: false, consent: false, address: false },
      consent_text: null,
      consent_language: null,
      withdrawal: null,
      withdrawals: [],
      countries: [],
    };
  }
  const { price, product, selling, offered } = quote;
  const provider = price.totalCents === 0 ? "free" : selling.provider;
  const withdrawals = withdrawalKindsOf(quote, provider);
  return {
    ...base,
    amount_cents: price.totalCents,
    currency: product.currency,
    product: {
      ...base.product,
      name: product.name,
      type: product.type,
      media_url: toPublicUrl(product.mediaUrl, publicUrl) ?? base.product.media_url,
    },
    mock: provider === "mock",
    provider,
    price: {
      item_cents: price.itemCents,
      discount_cents: price.discountCents,
      discount_code: quote.discount?.code ?? null,
      shipping_cents: price.shippingCents,
      total_cents: price.totalCents,
      minimum_cents: price.minimumCents,
      suggestions: price.suggestions,
    },
    offer: offered && {
      name: offered.product.name,
      parts: offered.parts.flatMap(({ name, bundleName }) => (bundleName === null ? [] : name)),
      text: offered.text,
      price_cents: offered.priceCents,
      taken: quote.isOfferTaken,
    },
    seller: selling.seller,
    needs: { email: provider !== "mock", consent: quote.consent !== null, address: quote.needsAddress },
    consent_text: quote.consent?.text ?? null,
    consent_language: quote.consent?.language ?? null,
    withdrawal: withdrawals[0] ?? null,
    withdrawals,
    countries: [...quote.countries],
  };
}
