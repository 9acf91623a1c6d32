import type { CreatorOrderDetail } from "../../../contract/api/orders.ts";
import { paymentUrl } from "../../platform/payments/payment-url.ts";
import type { OrderMoney } from "./money.ts";
import { refundableOfOrder } from "./refunds.ts";

export function presentMoney(
  money: OrderMoney,
): Pick<CreatorOrderDetail, "payments" | "refunds" | "disputes" | "refundable_cents"> {
  return {
    payments: money.payments.map((payment) => ({
      id: payment.id,
      status: payment.status,
      amount_cents: payment.amountCents,
      created_at: payment.createdAt.toISOString(),
      paid_at: payment.paidAt?.toISOString() ?? null,
      is_duplicate: payment.isDuplicate,
      url: paymentUrl(payment),
    })),
    refunds: money.refunds.map((refund) => ({
      id: refund.id,
      amount_cents: refund.amountCents,
      status: refund.status,
      reason: refund.reason,
      note: refund.note,
      source: refund.source,
      failure: refund.failure,
      lines: refund.lines.map(({ lineId: id, amountCents }) => ({ id, amount_cents: amountCents })),
      created_at: refund.createdAt.toISOString(),
    })),
    disputes: money.disputes.map(({ amountCents, status, respondBy, url }) => ({
      amount_cents: amountCents,
      status,
      respond_by: respondBy?.toISOString() ?? null,
      url,
    })),
    refundable_cents: refundableOfOrder(money),
  };
}
