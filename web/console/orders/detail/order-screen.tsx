import { useQuery } from "@tanstack/react-query";
import { type Ref, useEffect, useState } from "react";
import { useLocation, useParams } from "react-router";
import type { CreatorLine } from "../../../../contract/api/order-lines.ts";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { t } from "../../../../contract/texts.ts";
import { ORDER_STATES } from "../../../lib/order-state-labels.ts";
import { rich } from "../../../lib/rich.ts";
import { testModeOf } from "../../../lib/test-mode.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { DetailScreen } from "../../../widgets/detail-screen.tsx";
import { FormDialog } from "../../../widgets/form-dialog.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { isNotFound } from "../../editing/ignore-not-found.ts";
import { ResendDialog } from "../resend-dialog.tsx";
import { CorrectEmailDialog } from "./correct-email-dialog.tsx";
import { OrderBuyer } from "./order-buyer.tsx";
import { OrderDisputes } from "./order-disputes.tsx";
import { OrderHistory } from "./order-history.tsx";
import { OrderLines } from "./order-lines.tsx";
import { OrderMoney } from "./order-money.tsx";
import { OrderPayments } from "./order-payments.tsx";
import { OrderShipping } from "./order-shipping.tsx";
import { isWithdrawn } from "./order-texts.ts";
import { orderQuery, useRefund } from "./queries.ts";
import { RefundForm } from "./refund-form.tsx";

/** An order with all its details and actions. */
export function OrderScreen() {
  const { id = "" } = useParams();
  const query = useQuery(orderQuery(id));
  return (
    <DetailScreen
      query={query}
      title={t("Order #{id}", { id })}
      heading={t("Order #{id}", { id })}
      list={{ path: paths.orders(), label: t("All orders") }}
      missing={!query.data && isNotFound(query.error) && t("This order doesn't exist, or it isn't yours.")}
      failure={t("Couldn't load this order.")}
      label={t("Loading order")}
    >
      {({ order }) => <Order key={id} order={order} />}
    </DetailScreen>
  );
}

function Order({ order }: { order: CreatorOrderDetail }) {
  const [open, setOpen] = useState<"refund" | "resend" | "email" | null>(null);
  const [line, setLine] = useState<CreatorLine | null>(null);
  const openRefund = (of: CreatorLine | null) => {
    setLine(of);
    setOpen("refund");
  };
  const refund = useRefund(order);
  const close = () => setOpen(null);
  // Once everything is refunded, the button that opened the dialog is gone.
  const heading = useFocusFallback<HTMLHeadingElement>(`${open} ${order.refundable_cents}`);
  const canResend = order.paid_at !== null && order.buyer_email !== null;
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each link to an action begins it once
  useEffect(() => {
    if (hash === "#refund" && order.refundable_cents > 0) openRefund(null);
    if (hash === "#resend" && canResend) setOpen("resend");
  }, [hash, key]);
  return (
    <>
      <Heading order={order} ref={heading} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <WithdrawnNotice order={order} />
          <OrderDisputes order={order} />
          <OrderMoney
            order={order}
            actions={
              order.refundable_cents > 0 && <Button onClick={() => openRefund(null)}>{t("Refund")}</Button>
            }
          />
          <OrderLines order={order} onRefund={openRefund} />
          <OrderPayments order={order} />
          <OrderHistory order={order} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <OrderBuyer
            order={order}
            actions={canResend && <Button onClick={() => setOpen("resend")}>{t("Resend receipt")}</Button>}
            onCorrectEmail={canResend && order.status !== "disputed" ? () => setOpen("email") : null}
          />
          <OrderShipping order={order} />
        </div>
      </div>
      <FormDialog open={open === "refund"} title={t("Refund")} onClose={close}>
        <RefundForm order={order} line={line} refund={refund} onDone={close} />
      </FormDialog>
      <CorrectEmailDialog order={order} isOpen={open === "email"} onClose={close} />
      <ResendDialog order={open === "resend" ? order : null} onClose={close} />
    </>
  );
}

/** Asks for the refund after a withdrawal, until it is made. An open dispute comes first. */
function WithdrawnNotice({ order }: { order: CreatorOrderDetail }) {
  const open = order.lines.filter((line) => line.withdrawn_at !== null && line.refundable_cents > 0);
  if (open.length === 0) return null;
  const hasGoods = open.some(({ type }) => type === "physical");
  const products = <span dir="auto">{open.map(({ name }) => name).join(", ")}</span>;
  return (
    <Alert tone="warn">
      <span>{t("The buyer withdrew from the contract.")}</span>{" "}
      <span>
        {isWithdrawn(order)
          ? hasGoods
            ? t("Refund the order within 14 days, or once you have the goods back if they were shipped.")
            : t("Refund the order within 14 days.")
          : hasGoods
            ? rich(
                "Refund {products} within 14 days, or once you have the goods back if they were shipped.",
                { products },
              )
            : rich("Refund {products} within 14 days.", { products })}
      </span>
    </Alert>
  );
}

type HeadingProps = { order: CreatorOrderDetail; ref: Ref<HTMLHeadingElement> };

function Heading({ order, ref }: HeadingProps) {
  const { label, tone } = ORDER_STATES[order.status];
  const testMode = testModeOf(order);
  const at = order.paid_at ?? order.created_at;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 ref={ref} tabIndex={-1} className="text-3xl sm:text-4xl">
          {rich("Order #{id}", { id: order.id })}
        </h1>
        {/* Tinted notices only have enough contrast on a surface. */}
        <span className="flex gap-2 *:bg-surface *:rounded-full">
          <span>
            <Badge tone={tone}>{t(label)}</Badge>
          </span>
          {testMode && (
            <span>
              <Badge tone="warn">{testMode}</Badge>
            </span>
          )}
        </span>
      </div>
      <p className="[overflow-wrap:anywhere]">
        <span className="font-semibold" dir="auto">
          {order.product.name}
        </span>
        <span className="text-muted">
          <span>{" · "}</span>
          <Timestamp at={at} />
          {order.number !== null && (
            <span>
              {" · "}
              {t("Receipt {number}", { number: order.number })}
            </span>
          )}
          {order.product.type === "digital" && order.paid_at !== null && (
            <span>
              {" · "}
              {t("{count, plural, one {# download} other {# downloads}}", { count: order.downloads })}
            </span>
          )}
        </span>
      </p>
    </div>
  );
}
