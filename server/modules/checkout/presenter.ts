import type { CheckoutOrder } from "../../../contract/checkout.ts";
import type { OrderRow, Orders } from "../orders/index.ts";

/** Formats an order for the mock checkout and the order page. */
export function presentCheckoutOrder(row: OrderRow, orders: Orders): CheckoutOrder {
  return {
    ...orders.presentOrderBase(row),
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
    countries: [],
  };
}
