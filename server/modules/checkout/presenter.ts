import type { BuyerOrder, CheckoutOrder } from "../../../contract/checkout.ts";
import { paths } from "../../../contract/paths.ts";
import { toPublicUrl } from "../../platform/own-url.ts";
import type { OrderRow } from "./repository.ts";
import type { OrderTokens } from "./tokens.ts";

/** What the checkout page shows of an order. */
export function presentCheckoutOrder(row: OrderRow, publicUrl: string): CheckoutOrder {
  return {
    status: row.status,
    amount_cents: row.amountCents,
    currency: row.currency,
    product: {
      name: row.productName,
      type: row.productType,
      media_url: toPublicUrl(row.mediaUrl, publicUrl),
    },
    creator: {
      handle: row.creator?.handle ?? "",
      display_name: row.creator?.displayName ?? "A former creator",
    },
  };
}

/** What a buyer sees of the own order. */
export function presentBuyerOrder(row: OrderRow, publicUrl: string, tokens: OrderTokens): BuyerOrder {
  const download =
    row.status === "paid" && row.downloadTokenHash && row.downloadExpiresAt
      ? {
          url: paths.download(tokens.download(row.seed, row.downloadGeneration)),
          expires_at: row.downloadExpiresAt.toISOString(),
        }
      : null;
  return {
    ...presentCheckoutOrder(row, publicUrl),
    paid_at: row.paidAt?.toISOString() ?? null,
    download,
  };
}
