import type { CheckoutOrder } from "../../../contract/api/checkout.ts";
import { type ContractKind, contractKindOf } from "../../../contract/rules/contract-kinds.ts";
import type { OrderProvider } from "../../../contract/rules/order-states.ts";
import { toPublicUrl } from "../../platform/own-url.ts";
import type { OrderRow, Orders } from "../orders/index.ts";
import type { Quote } from "./quote.ts";

/** Returns what buyers must be told of their right of withdrawal about, as in a real sale also in the mock checkout. */
function withdrawalKindOf({ product, selling }: Quote, provider: OrderProvider): ContractKind | null {
  if (provider === "free" || !selling.seller?.is_trader) return null;
  return contractKindOf({ type: product.type, hasFile: product.fileId !== null });
}

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
        shipping_cents: row.shippingCents,
        total_cents: row.amountCents,
        minimum_cents: null,
        suggestions: [],
      },
      seller: row.seller,
      needs: { email: false, consent: false, address: false },
      consent_text: null,
      withdrawal: null,
      countries: [],
    };
  }
  const { price, product, selling } = quote;
  const provider = price.totalCents === 0 ? "free" : selling.provider;
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
      shipping_cents: price.shippingCents,
      total_cents: price.totalCents,
      minimum_cents: price.minimumCents,
      suggestions: price.suggestions,
    },
    seller: selling.seller,
    needs: { email: provider !== "mock", consent: quote.consent !== null, address: quote.needsAddress },
    consent_text: quote.consent?.text ?? null,
    withdrawal: withdrawalKindOf(quote, provider),
    countries: [...quote.countries],
  };
}
