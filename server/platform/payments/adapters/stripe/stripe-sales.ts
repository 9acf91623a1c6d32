import type Stripe from "stripe";
import { findCurrency } from "../../../../../contract/rules/currencies.ts";
import { isLiveKey } from "../../live-key.ts";
import { CreationFailed } from "../../port.ts";
import {
  assertLines,
  cancelUrlOf,
  describeSale,
  type NewPayment,
  type PaymentRef,
  type Sales,
} from "../../sales.ts";
import { REFERENCE } from "../../stripe-event.ts";
import { createStripeClient } from "./stripe-client.ts";
import {
  CHARGE_EXPANSIONS,
  chargeOf,
  PLATFORM_FEE_EXPANSION,
  statusOf,
  toPayment,
} from "./stripe-payments.ts";
import { makeRefund, returnFee } from "./stripe-refunds.ts";
import { isRejected, toStartRejection } from "./stripe-rejections.ts";
import {
  createdAround,
  findListed,
  idOf,
  onAccount,
  orCreationFailed,
  undefinedIfInvalid,
  undefinedIfNotFound,
  unwrap,
} from "./stripe-responses.ts";

/** Payment methods whose money is certain only after days. */
const LATE_METHODS: Stripe.Checkout.SessionCreateParams.ExcludedPaymentMethodType[] = [
  "sepa_debit",
  "bacs_debit",
  "au_becs_debit",
  "acss_debit",
  "us_bank_account",
  "nz_bank_account",
  "customer_balance",
  "multibanco",
  "boleto",
  "oxxo",
  "konbini",
];

/** A session is payable for a day at most. */
const DAY_MS = 24 * 60 * 60 * 1000;

type Settings = { secretKey: string; apiBase: string | undefined };

/** Creates Stripe's sales: charges on the creator's own account, paid on Stripe's page. */
export function stripeSales(settings: Settings): Sales {
  const stripe = createStripeClient(settings);

  /** Reads a session with everything about its money: in one request, and up to two more for long lists of refunds and disputes. */
  const read = async ({ account, id }: PaymentRef) => {
    const retrieve = (expand: string[]) =>
      undefinedIfNotFound(stripe.checkout.sessions.retrieve(id, { expand }, onAccount(account)));
    const all = account === null ? CHARGE_EXPANSIONS : [...CHARGE_EXPANSIONS, PLATFORM_FEE_EXPANSION];
    const found = await retrieve(all).catch((error: unknown) => {
      if (isRejected(error)) return undefined;
      throw error;
    });
    // Reads without the platform's fee: whether it was returned is then unknown, but not whether the buyer has paid.
    const session = found ?? (await retrieve(CHARGE_EXPANSIONS));
    const intent = session && idOf(session.payment_intent);
    const charge = session && chargeOf(session);
    if (session?.mode !== "payment") return undefined;
    const list = { payment_intent: intent ?? "", limit: 100 };
    const refunds = charge?.refunds?.has_more
      ? (await unwrap(stripe.refunds.list(list, onAccount(account)))).data
      : charge?.refunds?.data;
    const disputes = charge?.disputed
      ? (await unwrap(stripe.disputes.list(list, onAccount(account)))).data
      : undefined;
    return toPayment({ session, account, refunds: refunds ?? [], disputes: disputes ?? [] });
  };

  /** Finds a session whose creation returned an error: Stripe may have created it nevertheless. */
  const findStarted = ({ account, id, expiresAt }: NewPayment) =>
    findListed(
      stripe.checkout.sessions.list(
        { created: createdAround(new Date(expiresAt.getTime() - DAY_MS)), limit: 100 },
        onAccount(account),
      ),
      ({ metadata }) => metadata?.[REFERENCE] === id,
    );

  return {
    provider: "stripe",
    mode: isLiveKey(settings.secretKey) ? "live" : "test",
    repeatableMs: DAY_MS,

    bounds: findCurrency,

    async startPayment(payment) {
      assertLines(payment);
      const options = { ...onAccount(payment.account), idempotencyKey: `pay-${payment.id}` };
      const session = await orCreationFailed(
        stripe.checkout.sessions.create(sessionParams(payment), options),
      ).catch(async (error: unknown) => {
        const rejection = toStartRejection(error);
        const found = rejection instanceof CreationFailed ? await findStarted(payment) : undefined;
        if (!found) throw rejection;
        return found;
      });
      return toPayment({ session, account: payment.account, refunds: [], disputes: [] });
    },

    readPayment: read,

    async closePayment({ account, id }) {
      const expired = await undefinedIfInvalid(stripe.checkout.sessions.expire(id, {}, onAccount(account)));
      if (expired) return true;
      const session = await undefinedIfNotFound(
        stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] }, onAccount(account)),
      );
      const status = session && statusOf(session);
      return status !== "open" && status !== "processing";
    },

    refund: (refund) => makeRefund(stripe, read, refund),
    returnFee: (refund) => returnFee(stripe, read, refund),
  };
}

function sessionParams(payment: NewPayment): Stripe.Checkout.SessionCreateParams {
  const { id, currency, fee, lines, email, address, returnUrl, expiresAt } = payment;
  const metadata = { [REFERENCE]: id };
  return {
    mode: "payment",
    locale: payment.locale ?? "auto",
    line_items: lines.map(({ name, amount }) => ({
      quantity: 1,
      price_data: { currency, unit_amount: amount, tax_behavior: "inclusive", product_data: { name } },
    })),
    client_reference_id: id,
    metadata,
    payment_intent_data: {
      metadata,
      description: describeSale(payment),
      ...(fee > 0 && payment.account !== null ? { application_fee_amount: fee } : {}),
      ...(address ? { shipping: shippingParams(address) } : {}),
    },
    ...(email === null ? {} : { customer_email: email }),
    customer_creation: "if_required",
    submit_type: "pay",
    adaptive_pricing: { enabled: false },
    ...(payment.allowLate ? {} : { excluded_payment_method_types: LATE_METHODS }),
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    success_url: returnUrl,
    cancel_url: cancelUrlOf(returnUrl),
  };
}

function shippingParams(address: NonNullable<NewPayment["address"]>) {
  const { name, line1, line2, city, postalCode, state, country } = address;
  return {
    name,
    address: {
      line1,
      city,
      country,
      // Stripe refuses empty texts here, and some countries have no postal codes.
      ...(postalCode ? { postal_code: postalCode } : {}),
      ...(line2 ? { line2 } : {}),
      ...(state ? { state } : {}),
    },
  };
}
