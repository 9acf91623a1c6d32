import type { BuyerOrder, CheckoutOrder } from "../../../contract/checkout.ts";
import type { CreatorOrder, OrderTotals } from "../../../contract/orders.ts";
import { paths } from "../../../contract/paths.ts";
import { toPublicUrl } from "../../platform/own-url.ts";
import type { ListedOrder, OrderTotalsRow } from "./listing.ts";
import { maskEmail } from "./mask-email.ts";
import type { OrderRow } from "./repository.ts";
import type { OrderTokens } from "./tokens.ts";

/** Formats an order for the checkout page. */
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

/** Formats an order for its buyer. */
export function presentBuyerOrder(row: OrderRow, publicUrl: string, tokens: OrderTokens): BuyerOrder {
  const download =
    row.status === "paid" && row.downloadTokenHash && row.downloadExpiresAt
      ? {
          url: paths.download(tokens.download(row.seed, row.downloadLinkVersion)),
          expires_at: row.downloadExpiresAt.toISOString(),
        }
      : null;
  return {
    ...presentCheckoutOrder(row, publicUrl),
    paid_at: row.paidAt?.toISOString() ?? null,
    download,
    mail_to: row.buyerEmail === null ? null : maskEmail(row.buyerEmail),
  };
}

/** Formats an order for its creator. */
export function presentCreatorOrder(row: ListedOrder): CreatorOrder {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    product: { name: row.productName, type: row.productType },
    amount_cents: row.amountCents,
    currency: row.currency,
    fee_cents: row.feeCents,
    net_cents: row.amountCents - row.feeCents,
    status: row.status,
    buyer_email: row.buyerEmail,
    downloads: row.downloadCount,
    provider: row.provider,
  };
}

export function presentOrderTotals(row: OrderTotalsRow): OrderTotals {
  return {
    currency: row.currency,
    paid: row.paid,
    amount_cents: row.amountCents,
    fee_cents: row.feeCents,
    net_cents: row.amountCents - row.feeCents,
  };
}
