import { randomBytes } from "node:crypto";

type Money = { currency: string; value: string };
type Refund = { id: string; amount: Money; status: string; metadata: unknown; description: string };
type Chargeback = { id: string; amount: Money; reversedAt: string | null };

export type StoredPayment = {
  id: string;
  /** The profile or organization to which it belongs. */
  owner: string;
  mode: "live" | "test";
  status: string;
  method: string | null;
  amount: Money;
  isCancelable: boolean;
  request: Record<string, unknown>;
  createdAt: string;
  paidAt: string | null;
  refunds: Refund[];
  chargebacks: Chargeback[];
};
type Outcome = { status: number; body: object };

/** An error as Mollie describes it. */
export function rejection(status: number, detail: string, field?: string): Outcome {
  const links = { documentation: { href: "https://docs.mollie.com", type: "text/html" } };
  return { status, body: { status, title: "Error", detail, ...(field ? { field } : {}), _links: links } };
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString("hex")}`;

const minor = ({ value }: Money) => Math.round(Number(value) * 100);
const sum = (parts: readonly { amount: Money }[]) =>
  parts.reduce((total, { amount }) => total + minor(amount), 0);
/** Mollie's fee for a European card. */
const ownFee = (amount: Money) => Math.round(minor(amount) * 0.018) + 25;

/** The payments of a Mollie on this machine, and the actions of buyers and their banks. */
export function createMolliePayments({ url }: { url: () => string }) {
  const payments = new Map<string, StoredPayment>();
  const state = {
    /** The status of new refunds. Mollie's own wait for the bank's next working day. */
    refundStatus: "refunded",
    /** The part of the account's balance available for refunds, or null for all of it. */
    balance: null as number | null,
    isCancelable: true,
  };
  const find = (id: string) => {
    const found = payments.get(id);
    if (!found) throw new Error(`no payment ${id}`);
    return found;
  };

  const show = (payment: StoredPayment, embed: string) => {
    const { request, refunds, chargebacks, owner: _owner, isCancelable, ...fields } = payment;
    const isFinal = !["open", "pending", "authorized"].includes(payment.status);
    const embedded = {
      ...(embed.includes("refunds")
        ? { refunds: refunds.map((one) => ({ resource: "refund", ...one })) }
        : {}),
      ...(embed.includes("chargebacks")
        ? { chargebacks: chargebacks.map((one) => ({ resource: "chargeback", ...one })) }
        : {}),
    };
    const link = (href: string) => ({ href, type: "text/html" });
    const { method: _method, testmode: _testmode, ...sent } = request;
    return {
      resource: "payment",
      ...sent,
      ...fields,
      countryCode: "DE",
      details: payment.method === "creditcard" ? { cardCountryCode: "FR" } : null,
      ...(isFinal ? {} : { isCancelable }),
      _links: {
        self: link(`${url()}/v2/payments/${payment.id}`),
        dashboard: link(`https://my.mollie.com/dashboard/payments/${payment.id}`),
        ...(payment.status === "open" ? { checkout: link(`${url()}/checkout/${payment.id}`) } : {}),
      },
      ...(embed ? { _embedded: embedded } : {}),
    };
  };

  return {
    payments,
    state,
    find,
    show,

    create(owner: string, mode: "live" | "test", request: Record<string, unknown>): Outcome {
      const amount = request.amount as Money;
      const fee = (request.applicationFee as { amount: Money } | undefined)?.amount;
      if (fee && fee.currency !== amount.currency)
        return rejection(422, "The application fee has another currency", "applicationFee.amount.currency");
      if (fee && minor(fee) + ownFee(amount) > minor(amount))
        return rejection(422, "The application fee is too high", "applicationFee.amount");
      const payment: StoredPayment = {
        ...{ id: newId("tr"), owner, mode, status: "open", method: null, amount, request },
        ...{ isCancelable: state.isCancelable, createdAt: new Date().toISOString(), paidAt: null },
        ...{ refunds: [], chargebacks: [] },
      };
      payments.set(payment.id, payment);
      return { status: 201, body: show(payment, "") };
    },

    cancel(payment: StoredPayment): Outcome {
      if (!["open", "pending"].includes(payment.status) || !payment.isCancelable)
        return rejection(422, "The payment cannot be cancelled");
      payment.status = "canceled";
      return { status: 200, body: show(payment, "") };
    },

    refund(payment: StoredPayment, request: Record<string, unknown>): Outcome {
      const amount = request.amount as Money;
      if (payment.status !== "paid") return rejection(422, "The payment is not paid, and cannot be refunded");
      if (amount.currency !== payment.amount.currency)
        return rejection(422, "The currency is another one", "amount.currency");
      const isTaken = ({ status }: Refund) => status !== "failed" && status !== "canceled";
      const taken =
        sum(payment.refunds.filter(isTaken)) + sum(payment.chargebacks.filter((one) => !one.reversedAt));
      if (taken + minor(amount) > minor(payment.amount))
        return rejection(422, "The amount is higher than the maximum", "amount");
      if (state.balance !== null && minor(amount) > state.balance)
        return rejection(422, "The refund amount is too high for the available balance", "amount");
      const isSame = (one: Refund) =>
        JSON.stringify([one.amount, one.description, one.metadata]) ===
        JSON.stringify([amount, request.description, request.metadata]);
      if (payment.refunds.some(isSame)) return rejection(409, "A duplicate refund has been detected");
      const refund: Refund = {
        ...{ id: newId("re"), amount, status: state.refundStatus, metadata: request.metadata ?? null },
        description: String(request.description ?? ""),
      };
      payment.refunds.push(refund);
      return { status: 201, body: { resource: "refund", ...refund, paymentId: payment.id, _links: {} } };
    },

    /** Buyer, bank and dashboard. */
    bank: {
      async pay({ id }: { id: string }) {
        const payment = find(id);
        if (payment.status !== "open") return;
        Object.assign(payment, { status: "paid", method: "creditcard", paidAt: new Date().toISOString() });
      },
      async payLate({ id }: { id: string }) {
        Object.assign(find(id), { status: "pending", method: "trustly", isCancelable: false });
      },
      async transferLate({ id }: { id: string }) {
        Object.assign(find(id), { method: "banktransfer" });
      },
      async settle({ id }: { id: string }, status: "paid" | "failed") {
        Object.assign(find(id), { status, paidAt: status === "paid" ? new Date().toISOString() : null });
      },
      /** The buyer chooses another method on Mollie's page. */
      async decline() {},
      async expire({ id }: { id: string }) {
        Object.assign(find(id), { status: "expired" });
      },
      /** The bank takes back the whole payment, or a part of it in minor units. */
      async dispute({ id }: { id: string }, part?: number) {
        const { chargebacks, amount: whole } = find(id);
        const amount = part === undefined ? whole : { ...whole, value: (part / 100).toFixed(2) };
        chargebacks.push({ id: newId("chb"), amount, reversedAt: null });
      },
      async endDispute({ id }: { id: string }, status: "won" | "lost") {
        for (const one of find(id).chargebacks)
          one.reversedAt = status === "won" ? new Date().toISOString() : null;
      },
      async refundOutside({ id }: { id: string }, amount: number) {
        const { refunds, amount: whole } = find(id);
        const value = (amount / 100).toFixed(2);
        refunds.push({
          ...{ id: newId("re"), amount: { ...whole, value }, status: "refunded", metadata: null },
          description: "",
        });
      },
    },
  };
}
