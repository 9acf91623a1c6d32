import { movesMoney } from "./order-states.ts";

/** The money of one or several paid orders in minor units of one currency. This file computes all numbers about sales. */
export type SaleMoney = {
  /** The amount paid: the price less the discount, plus shipping. */
  amountCents: number;
  discountCents: number;
  /** Included in the amount. */
  shippingCents: number;
  refundedCents: number;
  /** The unrefunded amount that the buyer's bank holds or has taken. */
  disputedCents: number;
  /** The platform's charged fee. */
  feeCents: number;
  /** The part of the platform's fee that was returned with refunds. */
  feeReturnedCents: number;
  /** The payment provider's reported fee, which is not returned. */
  providerFeeCents: number;
  /** The number of orders with an unreported provider's fee. */
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

/** Returns the money of one order. The provider's fee is null while unknown, or if no provider charges a fee. */
export function moneyOf({ provider, providerFeeCents, ...order }: Order): SaleMoney {
  const isUnknown = movesMoney(provider) && order.amountCents > 0 && providerFeeCents === null;
  return { ...order, providerFeeCents: providerFeeCents ?? 0, unknownProviderFees: isUnknown ? 1 : 0 };
}

/** Returns the platform's fee less returned parts. */
export function keptFeeOf({ feeCents, feeReturnedCents }: Pick<SaleMoney, "feeCents" | "feeReturnedCents">) {
  return feeCents - feeReturnedCents;
}

type BeforeProviderFee = Returned & Pick<SaleMoney, "feeCents" | "feeReturnedCents">;

type Returned = Pick<SaleMoney, "amountCents" | "refundedCents" | "disputedCents">;

/** Returns the amount paid less refunds and disputes, before any fee. */
export function revenueOf({ amountCents, refundedCents, disputedCents }: Returned): number {
  return amountCents - refundedCents - disputedCents;
}

/** Returns the net before the provider's fee. Net, unreturned fee, refunds and disputed amounts add up to the amount. */
export function netOf(money: BeforeProviderFee): number {
  return revenueOf(money) - keptFeeOf(money);
}

/** Returns the amount that the creator receives, which is negative if fees remain after refunds. Unreported fees of the provider are not deducted. */
export function getsOf(money: BeforeProviderFee & Pick<SaleMoney, "providerFeeCents">): number {
  return netOf(money) - money.providerFeeCents;
}
