import type { RefundReason } from "../../../contract/api/orders.ts";
import type { AddressInput } from "../../../contract/rules/addresses.ts";
import type {
  DisputeStatus,
  PaymentMode,
  PaymentStatus,
  ProviderName,
  RefundStatus,
} from "../../../contract/rules/order-states.ts";
import { ProviderUnavailable } from "./port.ts";

/**
 * Takes money for a creator.
 * `account` null: the installation's own.
 * Its functions throw `ProviderUnavailable` when the provider is unavailable, slow or misconfigured.
 */
export type Sales = {
  provider: "mock" | ProviderName;
  mode: PaymentMode;
  /** How long a repeated `startPayment` with the same id returns the same payment, in ms. */
  repeatableMs: number;
  /** The smallest and largest amount in minor units; undefined: the currency is not supported. */
  bounds(currency: string): { min: number; max: number } | undefined;
  /**
   * Starts a payment; repeated calls with the same id return the same payment. All parameters must come from the stored payment,
   * because a repeat with other parameters is rejected. Throws a `StartRejected`, and `CreationFailed` when the same id will never succeed. Amounts of 0 are not sent to any provider.
   */
  startPayment(payment: NewPayment): Promise<Payment>;
  /** Reads the complete state at the provider: money, refunds, disputes. Undefined: unknown there, or of another account. Throws `AccountInaccessible`. */
  readPayment(ref: PaymentRef): Promise<Payment | undefined>;
  /** Makes a payment unpayable; what is paid stays paid. False: the provider cannot close it, so it may still become paid. */
  closePayment(ref: PaymentRef): Promise<boolean>;
  /** Refunds a part or the whole; repeated calls with the same id return the same refund. Throws `RefundRejected`. */
  refund(refund: NewRefund): Promise<Refund>;
  /**
   * Returns the part of the platform fee that a refund made `withoutFee` has left with the platform; without effect once that has happened.
   * Throws `RefundRejected`.
   */
  returnFee(refund: Pick<NewRefund, "account" | "paymentId" | "id" | "attempt">): Promise<void>;
};

/** The providers of sales by name; the name is stored with each order and payment. */
export type SalesProviders = Record<Sales["provider"], Sales>;

/** Returns the modes of the providers that a creator can choose. */
export const chosenModes = ({ mock: _mock, ...chosen }: SalesProviders): PaymentMode[] =>
  Object.values(chosen).map(({ mode }) => mode);

export type PaymentRef = { account: string | null; id: string };

/** Added to the return URL when the buyer leaves without paying. It is only a hint: the provider is read anyway. */
const CANCELLED = "cancelled";

/** Returns where the provider's page leads back to when the buyer leaves without paying. */
export function cancelUrlOf(returnUrl: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set(CANCELLED, "1");
  return url.href;
}

/** Returns what the provider calls a payment: by its first line and the number of the order. */
export const describeSale = ({ lines, orderNumber }: Pick<NewPayment, "lines" | "orderNumber">): string =>
  [lines[0]?.name, orderNumber && `order ${orderNumber}`].filter(Boolean).join(" · ");

export type NewPayment = {
  /** Our payment's uuid: the reference and the idempotency key. */
  id: string;
  account: string | null;
  /** The total of the lines, in minor units. */
  amount: number;
  currency: string;
  /** The platform fee, in minor units; 0 for none. */
  fee: number;
  lines: { name: string; amount: number }[];
  /** Empty for an order that gets its number when it is paid. */
  orderNumber: string;
  email: string | null;
  /** Where a physical product is sent. */
  address: AddressInput | null;
  /** Where the provider's page leads back to; by `cancelUrlOf` when the buyer leaves without paying. */
  returnUrl: string;
  expiresAt: Date;
  /** Also allows payment methods that take days. */
  allowLate: boolean;
  locale: string | null;
};

export type Payment = {
  id: string;
  /** The id with which it was started. */
  reference: string | null;
  /** The provider's second id of the payment, which events about money, refunds and disputes carry; null until there is one. */
  intent: string | null;
  /** The page where it can be paid; null once that is no longer possible. */
  url: string | null;
  live: boolean;
  status: PaymentStatus;
  amount: number;
  currency: string;
  /** The platform fee; before the payment the provider may report 0. */
  fee: number;
  /** The part of the platform fee that refunds have returned, or null if the provider does not report it. */
  feeReturned: number | null;
  /** The fee of the provider, or null if it is not known. */
  providerFee: number | null;
  paidAt: Date | null;
  method: string | null;
  /** The buyer's country by the payment method or billing details, an ISO 3166 code in upper case. */
  country: string | null;
  email: string | null;
  refunds: Refund[];
  disputes: Dispute[];
};

/** `ours`: its id here, or null if it was made at the provider. */
export type Refund = {
  id: string;
  ours: string | null;
  amount: number;
  status: Exclude<RefundStatus, "asked">;
  /** The provider's code of the failure; absent when it did not fail, or the provider does not report it. */
  failure?: string | null;
};

/** `warning`: an inquiry, no money is held back. */
export type Dispute = {
  id: string;
  amount: number;
  status: DisputeStatus;
  respondBy: Date | null;
  url: string | null;
};

export type NewRefund = {
  account: string | null;
  paymentId: string;
  /** Our refund's uuid: the idempotency key. */
  id: string;
  amount: number;
  reason: RefundReason;
  /** How often the provider has refused it: it repeats a refusal to the same idempotency key. */
  attempt?: number;
  /** Leaves the platform's fee with the platform. */
  withoutFee?: boolean;
};

/** Throws when the lines are not the amount: the provider would charge the lines, and another amount is stored. */
export function assertLines({ lines, amount }: Pick<NewPayment, "lines" | "amount">): void {
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  if (total !== amount) throw new Error(`the lines are ${total} in place of ${amount}`);
}

/** The provider will not make this refund. */
export class RefundRejected extends Error {
  override name = "RefundRejected";
  /** `balance`: the seller's balance, or the platform's for its fee, is too low for now. */
  readonly reason: "disputed" | "too_much" | "too_old" | "balance" | "other";
  constructor(reason: RefundRejected["reason"], options?: ErrorOptions) {
    super(`refund refused: ${reason}`, options);
    this.reason = reason;
  }
}

/** The seller has withdrawn the access to their account: what happens to its payments is not known here until it is given again. */
export class AccountInaccessible extends ProviderUnavailable {
  override name = "AccountInaccessible";
}

/** The provider will not start this payment, for a reason that is known; the same id will never succeed. */
export class StartRejected extends Error {}

/** The seller's account cannot take payments now, or no longer exists for us. */
export class SellerUnavailable extends StartRejected {
  override name = "SellerUnavailable";
}

/** The provider does not accept what the buyer entered. */
export class BuyerInputRejected extends StartRejected {
  override name = "BuyerInputRejected";
  readonly field: "email" | "address";
  constructor(field: BuyerInputRejected["field"], options?: ErrorOptions) {
    super(`the provider rejects the ${field}`, options);
    this.field = field;
  }
}

/** The provider rejects an amount below its minimum, which it applies in the currency of the seller's account. */
export class AmountTooSmall extends StartRejected {
  override name = "AmountTooSmall";
}
