import type { Discount } from "../../../contract/api/discounts.ts";
import type { DiscountRow } from "./repository.ts";

export function presentDiscount(row: DiscountRow): Discount {
  return {
    id: row.id,
    code: row.code,
    percent_off: row.percentOff,
    amount_off_cents: row.amountOffCents,
    currency: row.currency,
    product_ids: row.productIds,
    starts_at: row.startsAt?.toISOString() ?? null,
    ends_at: row.endsAt?.toISOString() ?? null,
    max_uses: row.maxUses,
    once_per_buyer: row.oncePerBuyer,
    active: row.active,
    uses: row.taken,
  };
}
