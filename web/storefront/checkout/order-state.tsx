import type { ReactNode } from "react";
import type { BuyerOrder } from "../../../contract/api/buyer-orders.ts";
import type { DownloadAccess } from "../../../contract/api/order-lines.ts";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import { PROCESSING_DAYS } from "../../../contract/rules/limits.ts";
import { t, text } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../layout/card-page.tsx";
import { Day, Money } from "../layout/isolated.tsx";

type OrderStateProps = {
  model: Pick<ModelOf<"order">, "order" | "hasFile" | "access" | "checkoutPath" | "isHeld">;
};

/** The state of the payment and the next step. Empty for a paid and complete order. */
export function OrderState({ model: { order, hasFile, access, checkoutPath, isHeld } }: OrderStateProps) {
  const retry = (label: string) => (
    <Button href={checkoutPath} variant="primary">
      {label}
    </Button>
  );
  const dispute = disputeText(hasFile, access);
  switch (order.status) {
    case "pending":
      return (
        <State tone="warn" action={retry(t("Continue to payment"))}>
          {t("Not paid yet.")}
        </State>
      );
    case "processing":
      return (
        <State tone="warn">
          {isHeld
            ? t(
                "Your payment does not match the order, so nothing was delivered yet. The seller has been notified.",
              )
            : t(
                "Your payment is being processed. This can take up to {days, plural, one {# day} other {# days}}. We will email you.",
                { days: PROCESSING_DAYS },
              )}
        </State>
      );
    case "failed":
    case "expired":
      return (
        <State tone={order.status === "failed" ? "bad" : "warn"} action={retry(t("Try again"))}>
          {t("Nothing was charged.")}
        </State>
      );
    case "cancelled":
      return <State tone="warn">{t("Nothing was charged. You can start again from the page.")}</State>;
    case "disputed":
      return (
        <State tone="bad">
          <span>{t(dispute)}</span> <SellerContact seller={order.seller} />
        </State>
      );
    default:
      if (order.withdrawal.reason === "withdrawn") return <Withdrawn order={order} hasFile={hasFile} />;
      return access !== "given" && access !== "gifted" && hasFile ? (
        <State tone="warn">{t("The download of this order has ended.")}</State>
      ) : null;
  }
}

/** Confirms a withdrawal above everything else, with its consequences. */
function Withdrawn({ order: { lines, status }, hasFile }: Pick<ModelOf<"order">, "order" | "hasFile">) {
  const isOpen = status === "paid" || status === "partially_refunded";
  const isOfGoods = lines.some(
    ({ type, withdrawal }) => type === "physical" && withdrawal.reason === "withdrawn",
  );
  const effect = effectOf({ isOpen, isOfGoods, hasFile });
  return (
    <Note tone="good">
      <h2 className="text-lg">{t("You withdrew from the contract.")}</h2>
      <p>{effect !== null && t(effect)}</p>
    </Note>
  );
}

/** Returns the effect of a withdrawal. `isOpen` is true until the payment is returned. */
function effectOf({ isOpen, isOfGoods, hasFile }: Record<"isOpen" | "isOfGoods" | "hasFile", boolean>) {
  if (!isOpen) return hasFile && !isOfGoods ? text("The download has ended.") : null;
  if (isOfGoods)
    return text(
      "The seller returns your payment within 14 days, and may wait until the goods are sent back.",
    );
  return hasFile
    ? text("The download has ended, and your payment is being returned.")
    : text("Your payment is being returned.");
}

function disputeText(hasFile: boolean, access: DownloadAccess) {
  if (access === "returned")
    return hasFile
      ? text("Your bank refunded this payment, so the download has ended.")
      : text("Your bank refunded this payment.");
  return hasFile && access === "paused"
    ? text("Downloads are paused while your bank reviews this payment.")
    : text("Your bank reviews this payment.");
}

function SellerContact({ seller }: Pick<BuyerOrder, "seller">) {
  if (seller === null) return null;
  return <span>{rich("Questions? Ask {email}.", { email: <MailLink email={seller.email} /> })}</span>;
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

/** All refunds of an order, the oldest first. */
export function OrderRefunds({ order: { refunds, currency }, isReal }: OrderRefundsProps) {
  if (refunds.length === 0) return null;
  return (
    <section aria-label={t("Refunds")}>
      <ul className="grid gap-1.5">
        {refunds.map((refund) => (
          <li key={`${refund.created_at} ${refund.amount_cents}`}>
            <Refund refund={refund} currency={currency} isReal={isReal} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type RefundProps = { refund: BuyerOrder["refunds"][number]; currency: string; isReal: boolean };

function Refund({ refund: { amount_cents, status, created_at }, currency, isReal }: RefundProps) {
  const amount = <Money cents={amount_cents} currency={currency} />;
  if (status === "failed")
    return rich("A refund of {amount} failed. The seller has been notified.", { amount });
  const date = <Day at={created_at} />;
  if (status !== "done") return rich("A refund of {amount} was started on {date}.", { amount, date });
  return rich(
    isReal
      ? "{amount} refunded on {date}; usually 5–10 days until it arrives."
      : "{amount} refunded on {date}.",
    { amount, date },
  );
}
