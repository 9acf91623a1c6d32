import { z } from "zod";

/** The status of an order, derived from its payments, refunds and disputes. */
export const OrderStatus = z.enum([
  "pending",
  "processing",
  "paid",
  "partially_refunded",
  "refunded",
  "disputed",
  "failed",
  "expired",
  "cancelled",
]);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** The statuses of an order with a payment. */
export const SALE_STATUSES = [
  "processing",
  "paid",
  "partially_refunded",
  "refunded",
  "disputed",
] as const satisfies readonly OrderStatus[];

/** Who takes the money. `mock` and `free` take none. */
export const OrderProvider = z.enum(["mock", "free", "stripe", "mollie"]);
export type OrderProvider = z.infer<typeof OrderProvider>;

/** A provider that moves money and reports its payments by events. */
export const ProviderName = OrderProvider.exclude(["mock", "free"]);
export type ProviderName = z.infer<typeof ProviderName>;

/** The default provider. */
export const DEFAULT_PROVIDER: "stripe" = "stripe";

/** The displayed names of the providers. */
export const PROVIDER_NAMES: Readonly<Record<ProviderName, string>> = {
  stripe: "Stripe",
  mollie: "Mollie",
};

/** Returns true if a provider takes money. */
export const movesMoney = (provider: string): provider is ProviderName =>
  ProviderName.safeParse(provider).success;

/** Differences between providers that texts must mention. */
const DIFFERENCES: Readonly<
  Record<
    ProviderName,
    { returnsFees: boolean; reportsFees: boolean; blocksBuyers: boolean; hasDisputes: boolean }
  >
> = {
  stripe: { returnsFees: true, reportsFees: true, blocksBuyers: true, hasDisputes: true },
  mollie: { returnsFees: false, reportsFees: false, blocksBuyers: false, hasDisputes: false },
};
const differenceOf = (provider: string) => DIFFERENCES[movesMoney(provider) ? provider : DEFAULT_PROVIDER];

/** Returns whether a refund returns its part of the platform's fee. */
export const returnsFees = (provider: string): boolean => differenceOf(provider).returnsFees;
/** Returns whether a provider reports its fee with a payment. */
export const reportsFees = (provider: string): boolean => differenceOf(provider).reportsFees;
/** Returns whether a refund because of fraud blocks the buyer there. */
export const blocksBuyers = (provider: string): boolean => differenceOf(provider).blocksBuyers;

/** Returns true if a seller can respond before the buyer's bank takes money back. Otherwise the money is gone when the provider reports the dispute. */
export const hasDisputes = (provider: string): boolean => differenceOf(provider).hasDisputes;

/** Returns a provider's name for texts. */
export const labelOf = (provider: string): string =>
  movesMoney(provider) ? PROVIDER_NAMES[provider] : provider;

/** The payment mode. Money moves only in `live`. */
export const PaymentMode = z.enum(["sandbox", "test", "live"]);
export type PaymentMode = z.infer<typeof PaymentMode>;

/** The state of a payment attempt, as reported by the provider. */
export const PaymentStatus = z.enum(["open", "processing", "paid", "failed", "expired", "cancelled"]);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** The state of a refund. `asked`: stored and not yet requested from the provider. */
export const RefundStatus = z.enum(["asked", "pending", "done", "failed"]);
export type RefundStatus = z.infer<typeof RefundStatus>;

/** The state of a dispute. `warning`: an inquiry that takes no money. `closed`: the inquiry ended without a dispute. */
export const DisputeStatus = z.enum(["warning", "open", "won", "lost", "closed"]);
export type DisputeStatus = z.infer<typeof DisputeStatus>;

/** Who caused an event. */
export const OrderActor = z.enum(["buyer", "creator", "administrator", "provider", "system"]);
export type OrderActor = z.infer<typeof OrderActor>;
