import { randomUUID } from "node:crypto";

type Charge = {
  id: string;
  intent: string;
  account: string;
  amount: number;
  currency: string;
  fee: number;
  feeReturned: number;
  /** Seconds since 1970. */
  created: number;
  /** The arrival of its money in seconds since 1970. */
  arrived: number;
  refunds: { id: string; amount: number; status: string; metadata: Record<string, string> }[];
  disputes: { id: string; amount: number; status: string }[];
};
export type Rejection = {
  status: number;
  error: { type: string; message: string; code?: string; param?: string };
};

const WEEK_SECONDS = 7 * 24 * 60 * 60;
const reject = (message: string, more: { code?: string; param?: string } = {}): Rejection => ({
  status: 400,
  error: { type: "invalid_request_error", message, ...more },
});

/** Creates Stripe's charges, refunds and disputes, with Stripe's error responses to refunds. */
export function createStripeCharges() {
  const charges = new Map<string, Charge>();
  /** The party with an empty balance. */
  const state = { emptyBalanceOf: null as "platform" | "seller" | null };
  const feeRefunds = new Map<string, { id: string; amount: number; metadata: Record<string, string> }[]>();

  const ofIntent = (account: string, intent: string | undefined) =>
    [...charges.values()].find((charge) => charge.account === account && charge.intent === intent);
  const refundedOf = ({ refunds }: Charge) =>
    refunds.reduce((sum, { status, amount }) => (status === "failed" ? sum : sum + amount), 0);

  const addRefund = (charge: Charge, amount: number, metadata: Record<string, string>) => {
    const refund = { id: `re_${hex()}`, object: "refund", amount, status: "succeeded", metadata };
    charge.refunds.unshift(refund);
    return refund;
  };

  return {
    state,
    ofIntent,

    create(
      given: Pick<Charge, "intent" | "account" | "amount" | "currency" | "fee">,
      { tookSeconds = 0 } = {},
    ): Charge {
      const arrived = Math.floor(Date.now() / 1000);
      const times = { created: arrived - tookSeconds, arrived };
      const charge = { id: `ch_${hex()}`, ...given, ...times, feeReturned: 0, refunds: [], disputes: [] };
      charges.set(charge.id, charge);
      return charge;
    },

    /** Refunds through the API. */
    refund(account: string, fields: Record<string, string>): Rejection | object {
      const charge = ofIntent(account, fields.payment_intent);
      const amount = Number(fields.amount);
      if (!charge) return { ...reject("No such payment_intent", { code: "resource_missing" }), status: 404 };
      const unrefunded = charge.amount - refundedOf(charge);
      if (unrefunded <= 0) {
        const message = `Charge ${charge.id} has already been refunded.`;
        return reject(message, { code: "charge_already_refunded" });
      }
      if (charge.disputes.some(({ status }) => status === "needs_response" || status === "lost")) {
        const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
        return reject(message, { code: "charge_disputed" });
      }
      if (amount > unrefunded) {
        const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${unrefunded})`;
        return reject(message, { param: "amount" });
      }
      const returnsFee = fields.refund_application_fee === "true";
      if (returnsFee && charge.fee === 0) {
        return reject("This charge has no application fee.", { param: "refund_application_fee" });
      }
      if (state.emptyBalanceOf === "seller" || (returnsFee && state.emptyBalanceOf === "platform")) {
        return reject("Insufficient funds in your Stripe balance to refund this amount.");
      }
      const refund = addRefund(charge, amount, metadataOf(fields));
      if (returnsFee) charge.feeReturned = Math.floor((charge.fee * refundedOf(charge)) / charge.amount);
      return refund;
    },

    /** Refunds an application fee, or lists its refunds if `fields` is null. */
    refundFee(id: string, fields: Record<string, string> | null): Rejection | object {
      const charge = charges.get(id.replace(/^fee_/, ""));
      const known = feeRefunds.get(id) ?? [];
      if (!charge) return { ...reject("No such fee", { code: "resource_missing" }), status: 404 };
      if (!fields) return { object: "list", has_more: false, data: known };
      if (state.emptyBalanceOf === "platform") return reject("Insufficient funds in your Stripe balance.");
      const refund = { id: `fr_${hex()}`, amount: Number(fields.amount), metadata: metadataOf(fields) };
      feeRefunds.set(id, [...known, refund]);
      charge.feeReturned += refund.amount;
      return { ...refund, object: "fee_refund" };
    },

    /** Refunds in Stripe's dashboard, which does not return the application fee. */
    refundOutside: (charge: Charge, amount: number) => void addRefund(charge, amount, {}),

    dispute(charge: Charge) {
      charge.disputes.push({ id: `du_${hex()}`, amount: charge.amount, status: "needs_response" });
    },

    endDispute(charge: Charge, status: "won" | "lost") {
      for (const dispute of charge.disputes) if (dispute.status === "needs_response") dispute.status = status;
    },

    listDisputes: (charge: Charge | undefined) => ({
      object: "list",
      has_more: false,
      data: (charge?.disputes ?? []).map((dispute) => ({
        ...dispute,
        object: "dispute",
        evidence_details: { due_by: Math.floor(Date.now() / 1000) + WEEK_SECONDS },
      })),
    }),

    listRefunds: (charge: Charge | undefined) => ({
      object: "list",
      has_more: false,
      data: charge?.refunds ?? [],
    }),

    /** Returns a charge with the requested parts. */
    show(charge: Charge, expanded: (part: string) => boolean) {
      const { id, amount, currency, fee, feeReturned } = charge;
      const stripeFee = Math.round(amount * 0.015) + 25;
      const fees = [
        { type: "stripe_fee", amount: stripeFee },
        ...(fee > 0 ? [{ type: "application_fee", amount: fee }] : []),
      ];
      const transaction = {
        ...{ id: `txn_${id}`, created: charge.arrived, currency },
        ...{ fee: stripeFee + fee, fee_details: fees },
      };
      // Stripe returns at most ten refunds with a charge.
      const refunds = {
        object: "list",
        data: charge.refunds.slice(0, 10),
        has_more: charge.refunds.length > 10,
      };
      return {
        id,
        object: "charge",
        amount,
        currency,
        created: charge.created,
        disputed: charge.disputes.length > 0,
        application_fee_amount: fee || null,
        application_fee:
          fee === 0
            ? null
            : expanded("application_fee")
              ? { id: `fee_${id}`, object: "application_fee", amount: fee, amount_refunded: feeReturned }
              : `fee_${id}`,
        balance_transaction: expanded("balance_transaction") ? transaction : transaction.id,
        ...(expanded("refunds") ? { refunds } : {}),
        billing_details: { address: { country: "DE" } },
        payment_method_details: { type: "card", card: { country: "FR" } },
      };
    },
  };
}

function metadataOf(fields: Record<string, string>): Record<string, string> {
  const entries = Object.entries(fields).flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key ? [[key, value]] : [];
  });
  return Object.fromEntries(entries);
}

function hex(): string {
  return randomUUID().replaceAll("-", "");
}
