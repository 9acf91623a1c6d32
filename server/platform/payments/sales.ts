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
 * An `account` of null means the installation's own.
 * Its functions throw `ProviderUnavailable` when the provider is unavailable, slow or misconfigured.
 */
export type Sales = {
  provider: "mock" | ProviderName;
  mode: PaymentMode;
  /** How long a repeated `startPayment` with the same id returns the same payment, in ms. */
  repeatableMs: number;
  /** Returns the smallest and largest amount in minor units, or undefined if the currency is not supported. */
  bounds(currency: string): { min: number; max: number } | undefined;
  /**
   * Starts a payment. Repeated calls with the same id return the same payment. All parameters must come from the stored payment,
   * because a repeat with other parameters is rejected. Throws a `StartRejected`, and `CreationFailed` when the same id will never succeed. Amounts of 0 are not sent to any provider.
   */
  startPayment(payment: NewPayment): Promise<Payment>;
  /** Reads the complete state at the provider: money, refunds, disputes. Returns undefined if it is unknown there, or of another account. Throws `AccountInaccessible`. */
  readPayment(ref: PaymentRef): Promise<Payment | undefined>;
  /** Closes a payment, so that it cannot be paid any more. Returns false if the provider cannot close it, so that it may still become paid. */
  closePayment(ref: PaymentRef): Promise<boolean>;
  /** Refunds a part or the whole. Repeated calls with the same id return the same refund. Throws `RefundRejected`. */
  refund(refund: NewRefund): Promise<Refund>;
  /**
   * Returns the part of the platform fee that a refund `withoutFee` has left with the platform. Has no effect the second time.
   * Throws `RefundRejected`.
   */
  returnFee(refund: Pick<NewRefund, "account" | "paymentId" | "id" | "attempt">): Promise<void>;
};

/** The providers of sales by name. The name is stored with each order and payment. */
export type SalesProviders = Record<Sales["provider"], Sales>;

/** Returns the modes of the providers that a creator can choose. */
export const chosenModes = ({ mock: _mock, ...chosen }: SalesProviders): PaymentMode[] =>
  Object.values(chosen).map(({ mode }) => mode);

export type PaymentRef = { account: string | null; id: string };

/** Added to the return URL when the buyer leaves without paying. It is only a hint: the provider is read anyway. */
const CANCELLED = "cancelled";

/** Returns the URL to which the provider's page leads if the buyer leaves without paying. */
export function cancelUrlOf(returnUrl: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set(CANCELLED, "1");
  return url.href;
}

/** Returns the description of a payment at the provider: its first line and the number of the order. */
export const describeSale = ({ lines, orderNumber }: Pick<NewPayment, "lines" | "orderNumber">): string =>
  [lines[0]?.name, orderNumber && `order ${orderNumber}`].filter(Boolean).join(" · ");

export type NewPayment = {
  /** Our payment's uuid: the reference and the idempotency key. */
  id: string;
  account: string | null;
  /** The total of the lines, in minor units. */
  amount: number;
  currency: string;
  /** The platform fee, in minor units, or 0. */
  fee: number;
  lines: { name: string; amount: number }[];
  /** Empty for an order that gets its number when it is paid. */
  orderNumber: string;
  email: string | null;
  /** Where a physical product is sent. */
  address: AddressInput | null;
  /** The URL to which the provider's page leads back, or `cancelUrlOf` of it if the buyer leaves without paying. */
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
  /** The provider's second id of the payment, which events about money, refunds and disputes carry. Null until there is one. */
  intent: string | null;
  /** The URL of the page where it can be paid, or null once that is no longer possible. */
  url: string | null;
  live: boolean;
  status: PaymentStatus;
  amount: number;
  currency: string;
  /** The platform fee. Before the payment the provider may report 0. */
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

/** A refund. `ours` is our id of it, or null if it was made at the provider. */
export type Refund = {
  id: string;
  ours: string | null;
  amount: number;
  status: Exclude<RefundStatus, "asked">;
  /** The provider's code of the failure. Absent when it did not fail, or the provider does not report it. */
  failure?: string | null;
};

/** A dispute. The status `warning` is only an inquiry, for which no money is held back. */
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
  /** How often the provider has refused it. Each attempt has its own idempotency key, because providers repeat a refusal for the same key. */
  attempt?: number;
  /** Leaves the platform's fee with the platform. */
  withoutFee?: boolean;
};

/** Throws unless the lines add up to the amount: the provider charges the lines, but the amount is stored. */
export function assertLines({ lines, amount }: Pick<NewPayment, "lines" | "amount">): void {
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  if (total !== amount) throw new Error(`the lines are ${total} in place of ${amount}`);
}

/** The provider will not make this refund. */
export class RefundRejected extends Error {
  override name = "RefundRejected";
  /** The reason. `balance` means that the seller's balance, or the platform's for its fee, is too low for now. */
  readonly reason: "disputed" | "too_much" | "too_old" | "balance" | "other";
  constructor(reason: RefundRejected["reason"], options?: ErrorOptions) {
    super(`refund refused: ${reason}`, options);
    this.reason = reason;
  }
}

/** The seller has withdrawn the access to their account. The state of its payments is unknown until they grant access again. */
export class AccountInaccessible extends ProviderUnavailable {
  override name = "AccountInaccessible";
}

/** The provider rejects this payment for a known reason. The same id will never succeed. */
export class StartRejected extends Error {}

/** The seller's account cannot take payments now, or no longer exists for us. */
export class SellerUnavailable extends StartRejected {
  override name = "SellerUnavailable";
}

/** The provider does not accept the buyer's input. */
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
