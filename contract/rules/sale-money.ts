import { movesMoney } from "./order-states.ts";

/** The money of a paid order, or sums of it, in minor units of one currency. Every figure about sales is one of these or computed from them here. */
export type SaleMoney = {
  /** What the buyer paid: the price less the discount, with shipping. */
  amountCents: number;
  discountCents: number;
  /** Part of the amount. */
  shippingCents: number;
  refundedCents: number;
  /** What the buyer's bank holds back or has taken of what was not refunded. */
  disputedCents: number;
  /** The platform's fee as it was charged. */
  feeCents: number;
  /** The part of the platform's fee that was returned with refunds. */
  feeReturnedCents: number;
  /** What the payment provider charged, as far as it has reported it; it is not returned. */
  providerFeeCents: number;
  /** How many orders' fees the provider has not reported yet. */
  unknownProviderFees: number;
};

const NOTHING: SaleMoney = {
  amountCents: 0,
  discountCents: 0,
  shippingCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  feeCents: 0,
  feeReturnedCents: 0,
  providerFeeCents: 0,
  unknownProviderFees: 0,
};

/** Returns the sum of money in one currency. */
export function addMoney(all: readonly SaleMoney[]): SaleMoney {
  return all.reduce(
    (sum, money) => ({
      amountCents: sum.amountCents + money.amountCents,
      discountCents: sum.discountCents + money.discountCents,
      shippingCents: sum.shippingCents + money.shippingCents,
      refundedCents: sum.refundedCents + money.refundedCents,
      disputedCents: sum.disputedCents + money.disputedCents,
      feeCents: sum.feeCents + money.feeCents,
      feeReturnedCents: sum.feeReturnedCents + money.feeReturnedCents,
      providerFeeCents: sum.providerFeeCents + money.providerFeeCents,
      unknownProviderFees: sum.unknownProviderFees + money.unknownProviderFees,
    }),
    NOTHING,
  );
}

type Order = Omit<SaleMoney, "providerFeeCents" | "unknownProviderFees"> & {
  provider: string;
  providerFeeCents: number | null;
};

/** Returns the money of one order, whose provider's fee is null while it is unknown and where no provider takes one. */
export function moneyOf({ provider, providerFeeCents, ...order }: Order): SaleMoney {
  const isUnknown = movesMoney(provider) && order.amountCents > 0 && providerFeeCents === null;
  return { ...order, providerFeeCents: providerFeeCents ?? 0, unknownProviderFees: isUnknown ? 1 : 0 };
}

/** Returns the platform's fee that was not returned. */
export function keptFeeOf({ feeCents, feeReturnedCents }: Pick<SaleMoney, "feeCents" | "feeReturnedCents">) {
  return feeCents - feeReturnedCents;
}

type BeforeProviderFee = Returned & Pick<SaleMoney, "feeCents" | "feeReturnedCents">;

type Returned = Pick<SaleMoney, "amountCents" | "refundedCents" | "disputedCents">;

/** Returns what is left of what buyers paid after refunds and disputes, before any fee. */
export function revenueOf({ amountCents, refundedCents, disputedCents }: Returned): number {
  return amountCents - refundedCents - disputedCents;
}

/** Returns what remains before the provider's fee: the amount is this, the fee that was not returned, what was refunded and what is disputed or lost by a dispute. */
export function netOf(money: BeforeProviderFee): number {
  return revenueOf(money) - keptFeeOf(money);
}

/** Returns what the creator gets, less than 0 when fees remain of what was returned. The provider's fees that it has not reported are still to be subtracted. */
export function getsOf(money: BeforeProviderFee & Pick<SaleMoney, "providerFeeCents">): number {
  return netOf(money) - money.providerFeeCents;
}
