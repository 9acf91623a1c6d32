import type { ReactNode } from "react";
import type { BuyerOrder } from "../../../contract/buyer-orders.ts";
import type { Language } from "../../../contract/languages.ts";
import { PROCESSING_DAYS } from "../../../contract/limits.ts";
import type { DownloadAccess, PageModel } from "../../../contract/pages.ts";
import { formatDay, formatMoney } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../layout/card-page.tsx";
import { usePageLanguage } from "../layout/page-language.ts";

type OrderModel = Extract<PageModel, { page: "order" }>;
type OrderStateProps = { model: Pick<OrderModel, "order" | "access" | "checkoutPath"> };

/** The state of the payment and what to do next; nothing for an order that is paid and complete. */
export function OrderState({ model: { order, access, checkoutPath } }: OrderStateProps) {
  const retry = (text: string) => (
    <Button href={checkoutPath} variant="primary">
      {text}
    </Button>
  );
  switch (order.status) {
    case "pending":
      return (
        <State tone="warn" action={retry("Continue to payment")}>
          Not paid yet.
        </State>
      );
    case "processing":
      return (
        <State tone="warn">
          Your payment is being processed. This can take up to {PROCESSING_DAYS} days. We will email you.
        </State>
      );
    case "failed":
    case "expired":
      return (
        <State tone={order.status === "failed" ? "bad" : "warn"} action={retry("Try again")}>
          Nothing was charged.
        </State>
      );
    case "cancelled":
      return <State tone="warn">Nothing was charged. You can start again from the page.</State>;
    case "disputed":
      return (
        <State tone="bad">
          {disputeText(order.product.type, access)}
          <SellerContact seller={order.seller} />
        </State>
      );
    default:
      return access !== "given" && order.product.type === "digital" ? (
        <State tone="warn">The download of this order has ended.</State>
      ) : null;
  }
}

function disputeText(type: BuyerOrder["product"]["type"], access: DownloadAccess): string {
  if (access === "returned")
    return type === "digital"
      ? "Your bank refunded this payment, so the download has ended."
      : "Your bank refunded this payment.";
  return type === "digital" && access === "paused"
    ? "Downloads are paused while your bank reviews this payment."
    : "Your bank reviews this payment.";
}

function SellerContact({ seller }: Pick<BuyerOrder, "seller">) {
  if (seller === null) return null;
  return (
    <>
      {" "}
      Questions? Ask <MailLink email={seller.email} />.
    </>
  );
}

export function MailLink({ email }: { email: string }) {
  return (
    <a className="link wrap-anywhere" href={`mailto:${encodeURIComponent(email)}`}>
      {email}
    </a>
  );
}

type StateProps = { tone: "warn" | "bad"; children: ReactNode; action?: ReactNode };

function State({ tone, children, action }: StateProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <Note tone={tone}>
        <p>{children}</p>
      </Note>
      {action}
    </div>
  );
}

type OrderRefundsProps = { order: BuyerOrder; isReal: boolean };

/** Every refund of an order, the oldest first. */
export function OrderRefunds({ order: { refunds, currency }, isReal }: OrderRefundsProps) {
  const language = usePageLanguage();
  if (refunds.length === 0) return null;
  return (
    <section aria-label="Refunds">
      <ul className="grid gap-1.5">
        {refunds.map((refund) => (
          <li key={`${refund.created_at} ${refund.amount_cents}`}>
            {refundText(refund, { currency, isReal, language })}
          </li>
        ))}
      </ul>
    </section>
  );
}

function refundText(
  { amount_cents, status, created_at }: BuyerOrder["refunds"][number],
  { currency, isReal, language }: { currency: string; isReal: boolean; language: Language },
): string {
  const amount = formatMoney(amount_cents, currency, language);
  const day = formatDay(created_at, language);
  if (status === "done")
    return `${amount} refunded on ${day}${isReal ? "; usually 5–10 days until it arrives" : ""}.`;
  return status === "failed"
    ? `A refund of ${amount} failed. The seller has been notified.`
    : `A refund of ${amount} was started on ${day}.`;
}
