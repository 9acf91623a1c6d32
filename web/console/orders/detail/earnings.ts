import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { estimateCardFee } from "../../../../contract/rules/card-fees.ts";
import { isCurrency } from "../../../../contract/rules/currencies.ts";
import { movesMoney } from "../../../../contract/rules/order-states.ts";

type Order = Pick<
  CreatorOrderDetail,
  "amount_cents" | "currency" | "net_cents" | "provider" | "provider_fee_cents" | "disputed_cents"
>;

/** Returns the net of a paid order in minor units, with the provider's actual fee, or an estimate until it is known. */
export function earningsOf(order: Order) {
  const { amount_cents, currency, provider, provider_fee_cents } = order;
  const isEstimated = movesMoney(provider) && provider_fee_cents === null && isCurrency(currency);
  const providerFee = isEstimated
    ? estimateCardFee(amount_cents, { currency, provider })
    : provider_fee_cents;
  return {
    /** Held or taken by the buyer's bank. */
    disputed: order.disputed_cents,
    /** Null if no provider takes a fee. */
    providerFee,
    isEstimated,
    /** Negative if fees remain after a full refund. */
    gets: order.net_cents - (providerFee ?? 0),
  };
}
