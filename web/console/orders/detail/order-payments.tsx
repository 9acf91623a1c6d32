import type { ReactNode } from "react";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { labelOf } from "../../../../contract/rules/order-states.ts";
import { t } from "../../../../contract/texts.ts";
import { formatMoney } from "../../../lib/format.ts";
import { rich } from "../../../lib/rich.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { ACTORS, PAYMENT_STATES, REFUND_REASONS, readableCode, refundState } from "./order-texts.ts";

/** The payment attempts of an order, and its refunds. */
export function OrderPayments({ order }: { order: CreatorOrderDetail }) {
  const { payments, refunds, history, status, currency, provider } = order;
  const isHeld = status === "processing" && history.some(({ what }) => what === "payment_held");
  return (
    <>
      {isHeld && (
        <Alert tone="warn">
          {rich(
            "What was paid differs from the order, so nothing was delivered and nothing returned. The history says how. Look at the payment at {provider} and refund it there, or contact the buyer.",
            { provider: labelOf(provider) },
          )}
        </Alert>
      )}
      {payments.length > 0 && (
        <Card title={t("Payments")}>
          <ul className="grid gap-3">
            {payments.map(({ id, status, amount_cents, created_at, paid_at, is_duplicate, url }) => (
              <Movement
                key={id}
                amount={formatMoney(amount_cents, currency)}
                state={PAYMENT_STATES[status]}
                at={paid_at ?? created_at}
              >
                {is_duplicate && <p>{t("Paid a second time, so it is refunded.")}</p>}
                {url && (
                  <ProviderLink href={url}>
                    {order.mode === "sandbox"
                      ? t("Open the payment in the sandbox")
                      : t("Open the payment at {provider}", { provider: labelOf(order.provider) })}
                  </ProviderLink>
                )}
              </Movement>
            ))}
          </ul>
        </Card>
      )}
      {refunds.length > 0 && (
        <Card title={t("Refunds")}>
          <ul className="grid gap-3">
            {refunds.map(({ id, amount_cents, status, reason, note, source, failure, created_at }) => (
              <Movement
                key={id}
                amount={formatMoney(amount_cents, currency)}
                state={refundState({ status, failure })}
                at={created_at}
              >
                <p>
                  {[ACTORS[source], reason && REFUND_REASONS[reason]]
                    .filter((text) => text !== null)
                    .join(" · ")}
                </p>
                {note !== null && <Quote>{note}</Quote>}
                <p>{refundState({ status, failure }).help}</p>
                {status === "failed" && failure !== null && (
                  <p className="text-bad">{rich("Reason: {failure}.", { failure: readableCode(failure) })}</p>
                )}
              </Movement>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

type MovementProps = {
  amount: string;
  state: { label: string; tone: BadgeTone };
  at: string;
  children: ReactNode;
};

function Movement({ amount, state, at, children }: MovementProps) {
  return (
    <li className="grid gap-1 border-t border-line pt-3 first:border-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold tabular-nums">{amount}</span>
        <Badge tone={state.tone}>{state.label}</Badge>
        <Timestamp at={at} className="ms-auto text-sm text-muted" />
      </div>
      <div className="grid justify-items-start text-sm text-muted [overflow-wrap:anywhere]">{children}</div>
    </li>
  );
}

/** Text by a user. */
export function Quote({ children }: { children: string }) {
  return (
    <blockquote dir="auto" className="border-s-2 border-line ps-3 whitespace-pre-line text-ink">
      {children}
    </blockquote>
  );
}

export function ProviderLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-11 min-w-11 items-center gap-1 text-[15px] font-semibold text-primary hover:underline"
    >
      {children}
    </a>
  );
}
