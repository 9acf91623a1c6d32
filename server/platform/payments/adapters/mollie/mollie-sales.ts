import { z } from "zod";
import { estimateCardFee } from "../../../../../contract/rules/card-fees.ts";
import { findCurrency, isCurrency } from "../../../../../contract/rules/currencies.ts";
import { platformFee } from "../../../../../contract/rules/fees.ts";
import { DEFAULT_PLANS, type Plans } from "../../../../../contract/rules/plans.ts";
import {
  AccountInaccessible,
  AmountTooSmall,
  assertLines,
  type NewPayment,
  type PaymentRef,
  RefundRejected,
  type Sales,
  SellerUnavailable,
} from "../../sales.ts";
import { callWith, type FindAccess } from "./mollie-access.ts";
import { fromMollieAmount, toMollieAmount } from "./mollie-amounts.ts";
import { type CallMollie, createMollieClient, MollieRejection } from "./mollie-client.ts";
import {
  MollieId,
  MolliePayment,
  MollieRefund,
  OrganizationId,
  REFUND_ID_KEY,
  statusOf,
  toPayment,
  toRefund,
} from "./mollie-payments.ts";
import { toRefundRejection, toStartRejection } from "./mollie-rejections.ts";
import { keyOf, paymentBody } from "./mollie-requests.ts";

/** Mollie forgets an idempotency key after an hour. Five minutes are a reserve. */
const KEY_MS = 55 * 60 * 1000;

type Parts = {
  findAccess: FindAccess;
  live: boolean;
  apiBase: string | undefined;
  publicUrl: string;
  /** The plans. The highest of their fees determines the smallest payment. */
  plans?: Plans;
};

/** Creates payments on Mollie's page, for the installation's own account or for a connected one. */
export function mollieSales({ findAccess, live, apiBase, publicUrl, plans = DEFAULT_PLANS }: Parts): Sales {
  const highestFeeBps = Math.max(plans.free.feeBps, plans.creator.feeBps);
  const { call } = createMollieClient({ apiBase });

  const read = createReader({ call, findAccess });

  return {
    provider: "mollie",
    mode: live ? "live" : "test",
    repeatableMs: KEY_MS,

    bounds: (code) => boundsOf(code, highestFeeBps),

    async startPayment(payment) {
      assertLines(payment);
      const access = await findAccess(payment.account);
      if (!access) throw new SellerUnavailable("this account is not connected");
      assertRoomForFees(payment);
      const send = callWith(call, access);
      const body = paymentBody(payment, access, publicUrl);
      const request = { method: "POST", path: "payments", body, key: payment.id } as const;
      const started = await send({ ...request, schema: MolliePayment }).catch((error: unknown) => {
        throw toStartRejection(error);
      });
      return toPayment(started);
    },

    async readPayment(ref) {
      const found = await read(ref);
      return found && toPayment(found.payment);
    },

    async closePayment(ref) {
      const found = await read(ref).catch((error: unknown) => {
        // Not closed: a buyer with the payment page open can still pay.
        if (error instanceof AccountInaccessible) return "inaccessible" as const;
        throw error;
      });
      if (found === "inaccessible") return false;
      if (!found || !isUnpaid(found.payment)) return true;
      if (found.payment.isCancelable !== true) return false;
      // Mollie rejects this if the payment was paid or became uncancellable after it was read.
      await found
        .send({ method: "DELETE", path: `payments/${ref.id}`, schema: z.unknown() })
        .catch(undefinedIfRejected);
      const after = await read(ref);
      return !after || !isUnpaid(after.payment);
    },

    async refund(refund) {
      const found = await read({ account: refund.account, id: refund.paymentId }).catch((cause: unknown) => {
        if (cause instanceof AccountInaccessible) throw new RefundRejected("other", { cause });
        throw cause;
      });
      if (found?.payment.status !== "paid") throw new RefundRejected("other");
      const { refunds, disputes } = toPayment(found.payment);
      const known = refunds.find(({ ours }) => ours === refund.id);
      if (known) return known;
      const lost = disputes
        .filter(({ status }) => status === "lost")
        .reduce((sum, one) => sum + one.amount, 0);
      if (lost > 0 && refund.amount + lost > fromMollieAmount(found.payment.amount))
        throw new RefundRejected("disputed");
      const made = await found
        .send({
          method: "POST",
          path: `payments/${refund.paymentId}/refunds`,
          body: {
            amount: toMollieAmount(refund.amount, found.payment.amount.currency),
            description: `Refund ${refund.id}`,
            metadata: { [REFUND_ID_KEY]: refund.id },
          },
          key: keyOf(refund),
          schema: MollieRefund,
        })
        .catch((error: unknown) => {
          throw toRefundRejection(error);
        });
      return toRefund(made);
    },

    // Mollie cannot return an application fee.
    returnFee: async () => {},
  };
}

/** Creates a function that reads a payment with its refunds and chargebacks. It returns undefined if Mollie does not know the payment or the account is not Mollie's. It throws `AccountInaccessible` if the account's access is lost. */
function createReader({ call, findAccess }: { call: CallMollie; findAccess: FindAccess }) {
  return async ({ account, id }: PaymentRef) => {
    const isMollieAccount = account === null || OrganizationId.safeParse(account).success;
    if (!isMollieAccount || !MollieId.safeParse(id).success) return undefined;
    const access = await findAccess(account);
    if (!access && account !== null) throw new AccountInaccessible(`no access to ${account}`);
    if (!access) return undefined;
    const send = callWith(call, access);
    const query = { embed: "refunds,chargebacks" };
    const payment = await send({ method: "GET", path: `payments/${id}`, query, schema: MolliePayment })
      .catch(undefinedIfNotFound)
      .catch(async (cause: unknown) => {
        // The seller has revoked the access before the token expired.
        const isRefused = cause instanceof MollieRejection && cause.status === 401;
        if (!isRefused || account === null || (await findAccess(account))) throw cause;
        throw new AccountInaccessible(`no access to ${account} any more`, { cause });
      });
    return payment && { payment, send };
  };
}

const isUnpaid = (payment: MolliePayment) => ["open", "processing"].includes(statusOf(payment));

const undefinedIfNotFound = (error: unknown) => {
  if (error instanceof MollieRejection && (error.status === 404 || error.status === 410)) return undefined;
  throw error;
};
const undefinedIfRejected = (error: unknown) => {
  if (error instanceof MollieRejection) return undefined;
  throw error;
};

/** Returns the smallest and largest amount of a payment. The smallest exceeds both fees, because Mollie deducts its own and the platform's from it. */
function boundsOf(code: string, highestFeeBps: number): ReturnType<Sales["bounds"]> {
  const currency = findCurrency(code);
  if (!currency || !isCurrency(code)) return undefined;
  let { min } = currency;
  const fees = () =>
    platformFee(min, highestFeeBps) + estimateCardFee(min, { currency: code, provider: "mollie" });
  while (fees() >= min) min++;
  return { min, max: currency.max };
}

/** Throws unless the amount exceeds the platform's fee and Mollie's fee together. */
function assertRoomForFees({ amount, fee, currency }: NewPayment): void {
  if (fee === 0 || !isCurrency(currency)) return;
  if (fee + estimateCardFee(amount, { currency, provider: "mollie" }) >= amount)
    throw new AmountTooSmall(`${amount} ${currency} leaves no room for the fees`);
}
