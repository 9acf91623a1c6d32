import { Link } from "react-router";
import { type PaymentReview, paymentReviewRoutes } from "../../../contract/api/payment-reviews.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { formatMoney } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { PageState, useUrlState } from "../../lib/use-url-state.ts";
import { Badge } from "../../ui/badge.tsx";
import { DataList, Nothing } from "../../widgets/data-list.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { adminList, useAdminQuery } from "../queries.ts";
import { reviewOf } from "./review.ts";

/** Payments of all creators that differ from their order or are duplicates, with advice. */
export function PaymentsPanel({ ownCreatorId }: { ownCreatorId: number }) {
  const [{ page }, setUrl] = useUrlState(PageState);
  return (
    <DataList
      id="payments"
      title={t("Payments to check")}
      query={useAdminQuery(adminList("payments", paymentReviewRoutes.list, { query: { page } }))}
      failure={t("Couldn't load the payments.")}
      rows={({ payments }) => payments}
      empty={
        <Nothing title={t("No payments to check.")}>
          {t("A payment that differs from its order, or that came a second time, shows up here.")}
        </Nothing>
      }
      pages={{
        countOf: (count) => t("{count, plural, one {# payment} other {# payments}}", { count }),
        onTurn: setUrl,
      }}
      item={(payment) => (
        <Row key={payment.id} payment={payment} isOwn={payment.creator?.id === ownCreatorId} />
      )}
    />
  );
}

function Row({ payment, isOwn }: { payment: PaymentReview; isOwn: boolean }) {
  const { order_id, product_name, creator, amount_cents, currency, mode, at } = payment;
  const { badge, text, steps } = reviewOf(payment);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-5 gap-y-1 border-t border-line px-4 py-3 text-[15px] sm:px-5">
      <p className="[overflow-wrap:anywhere]">
        {rich("{amount} for {product}", {
          amount: (
            <strong className="font-semibold tabular-nums">{formatMoney(amount_cents, currency)}</strong>
          ),
          product: <bdi>{product_name}</bdi>,
        })}
      </p>
      <span className="self-start">
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </span>
      <p className="col-span-2 [overflow-wrap:anywhere]">{text}</p>
      {steps !== null && <p className="col-span-2 text-muted [overflow-wrap:anywhere]">{steps}</p>}
      <p className="col-span-2 flex flex-wrap items-center gap-x-3 text-sm text-muted tabular-nums">
        {isOwn ? (
          <Link to={paths.creatorOrder(order_id)} className={LINK}>
            {rich("Order #{orderId}", { orderId: order_id })}
          </Link>
        ) : (
          <span>{rich("Order #{orderId}", { orderId: order_id })}</span>
        )}
        {creator ? (
          <Link
            to={`${paths.adminUsers()}?search=${encodeURIComponent(`@${creator.handle}`)}`}
            className={LINK}
          >
            <bdi>@{creator.handle}</bdi>
          </Link>
        ) : (
          <span>{t("Deleted creator")}</span>
        )}
        <span>
          {mode !== "live" && <span>{t("No real money")} · </span>}
          <Timestamp at={at} />
        </span>
      </p>
    </li>
  );
}

const LINK =
  "inline-flex min-h-11 min-w-11 items-center text-[15px] font-semibold text-primary hover:underline";
