import { z } from "zod";
import type { Dispute, Payment, Refund } from "../../sales.ts";
import { REFERENCE } from "../../stripe-event.ts";
import { fromMollieAmount, MollieAmount } from "./mollie-amounts.ts";

/** The metadata key for our refund id. */
export const REFUND_ID_KEY = "tessera_refund";

/** The format of Mollie's ids. Only these are put into URLs. */
export const MollieId = z.string().regex(/^[a-z]{2,5}_[A-Za-z0-9]{1,60}$/);

export const OrganizationId = MollieId.regex(/^org_/);

const Metadata = z.record(z.string(), z.unknown()).nullish().catch(null);
const Time = z.coerce.date().nullish();

export const MollieRefund = z.object({
  id: MollieId,
  amount: MollieAmount,
  status: z.string(),
  metadata: Metadata,
});

const MollieChargeback = z.object({ id: MollieId, amount: MollieAmount, reversedAt: Time });

const Link = z.object({ href: z.url({ protocol: /^https?$/ }) }).nullish();

export const MolliePayment = z.object({
  id: MollieId,
  mode: z.enum(["live", "test"]),
  status: z.string(),
  amount: MollieAmount,
  amountRemaining: MollieAmount.nullish(),
  applicationFee: z.object({ amount: MollieAmount }).nullish(),
  isCancelable: z.boolean().nullish(),
  method: z.string().nullish(),
  metadata: Metadata,
  countryCode: z.string().nullish(),
  billingAddress: z.object({ email: z.string().nullish() }).nullish(),
  details: z
    .object({ cardCountryCode: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
  createdAt: z.coerce.date(),
  paidAt: Time,
  _links: z.object({ checkout: Link, dashboard: Link }),
  _embedded: z
    .object({
      refunds: z.array(MollieRefund).default([]),
      chargebacks: z.array(MollieChargeback).default([]),
    })
    .nullish(),
});
export type MolliePayment = z.infer<typeof MolliePayment>;

/** Methods by which the buyer transfers the money from their bank, which takes days. Mollie reports such a payment as open until the money arrives. */
const TRANSFERS: ReadonlySet<string> = new Set(["banktransfer"]);

const STATUSES: Readonly<Record<string, Payment["status"]>> = {
  open: "open",
  pending: "processing",
  // Mollie captures it by itself, unless the operator has changed that at Mollie.
  authorized: "processing",
  paid: "paid",
  failed: "failed",
  expired: "expired",
  // The buyer may try again: only the order knows whether they have left the checkout.
  canceled: "expired",
};

/** Returns the status of a payment. A status that is unknown here counts as processing. */
export function statusOf({ status, method }: Pick<MolliePayment, "status" | "method">): Payment["status"] {
  const known = STATUSES[status] ?? "processing";
  return known === "open" && TRANSFERS.has(method ?? "") ? "processing" : known;
}

/** Returns a payment as Mollie reports it. */
export function toPayment(payment: MolliePayment): Payment {
  const { id, mode, amount, applicationFee, metadata, details, _links: links, _embedded: more } = payment;
  const status = statusOf(payment);
  const reference = metadata?.[REFERENCE];
  const fee = applicationFee ? fromMollieAmount(applicationFee.amount) : 0;
  return {
    id,
    reference: typeof reference === "string" ? reference : null,
    intent: null,
    url: status === "open" ? (links.checkout?.href ?? null) : null,
    live: mode === "live",
    status,
    amount: fromMollieAmount(amount),
    currency: amount.currency.toLowerCase(),
    fee,
    // Mollie cannot return an application fee.
    feeReturned: 0,
    // Mollie charges its fees in its monthly invoice or from the balance, and reports none with the payment.
    providerFee: null,
    paidAt: payment.paidAt ?? null,
    method: payment.method ?? null,
    country: countryOf(details?.cardCountryCode ?? payment.countryCode),
    email: payment.billingAddress?.email ?? null,
    refunds: (more?.refunds ?? []).map(toRefund),
    disputes: (more?.chargebacks ?? []).map((chargeback) => toDispute(chargeback, links.dashboard?.href)),
  };
}

const countryOf = (code: string | null | undefined) => (code && /^[A-Z]{2}$/.test(code) ? code : null);

const REFUND_STATUSES: Readonly<Record<string, Refund["status"]>> = {
  refunded: "done",
  failed: "failed",
  canceled: "failed",
};

/** Returns a refund as Mollie reports it: pending until the bank has it, because it can be cancelled before. */
export function toRefund({ id, amount, status, metadata }: z.infer<typeof MollieRefund>): Refund {
  const ours = metadata?.[REFUND_ID_KEY];
  const state = REFUND_STATUSES[status] ?? "pending";
  return {
    id,
    ours: typeof ours === "string" ? ours : null,
    amount: fromMollieAmount(amount),
    status: state,
    ...(state === "failed" ? { failure: status } : {}),
  };
}

/** Returns a chargeback as a dispute. It has taken the money and cannot be answered, so it is lost until it is reversed. */
function toDispute(
  { id, amount, reversedAt }: z.infer<typeof MollieChargeback>,
  dashboard: string | undefined,
): Dispute {
  return {
    id,
    amount: Math.abs(fromMollieAmount(amount)),
    status: reversedAt ? "won" : "lost",
    respondBy: null,
    url: dashboard ?? null,
  };
}
