import { toast } from "sonner";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { hasDisputes, labelOf } from "../../../../contract/rules/order-states.ts";
import { t } from "../../../../contract/texts.ts";
import { copyText } from "../../../lib/copy-text.ts";
import { formatMoney } from "../../../lib/format.ts";
import { rich } from "../../../lib/rich.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { ProviderLink } from "./order-payments.tsx";
import { DISPUTE_STATES } from "./order-texts.ts";

type Dispute = CreatorOrderDetail["disputes"][number];

/** The disputes of an order, with the deadline and the evidence for a response. */
export function OrderDisputes({ order }: { order: CreatorOrderDetail }) {
  const { disputes, evidence, currency, product } = order;
  const provider = labelOf(order.provider);
  const isDispute = hasDisputes(order.provider);
  if (disputes.length === 0) return null;
  const inSandbox = order.mode === "sandbox";
  const isOne = disputes.length === 1;
  const title = isDispute
    ? isOne
      ? t("Dispute")
      : t("Disputes")
    : isOne
      ? t("Chargeback")
      : t("Chargebacks");
  return (
    <Card title={title}>
      {disputes.map((dispute, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: disputes have no id here, and their order never changes
        <div key={index} className="grid gap-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold tabular-nums">{formatMoney(dispute.amount_cents, currency)}</span>
            {isDispute && (
              <Badge tone={DISPUTE_STATES[dispute.status].tone}>{DISPUTE_STATES[dispute.status].label}</Badge>
            )}
          </div>
          {isDispute ? (
            <Meaning dispute={dispute} isFile={product.type === "digital"} provider={provider} />
          ) : (
            <p>
              <span>
                {dispute.status === "won"
                  ? t("The buyer's bank has returned this amount to you.")
                  : t("The buyer's bank has taken this amount back; see it at {provider}.", { provider })}
              </span>
              {order.status === "disputed" && product.type === "digital" && (
                <span> {t("The download has ended.")}</span>
              )}
            </p>
          )}
          {dispute.url && (
            <div>
              <ProviderLink href={dispute.url}>
                {isDispute
                  ? inSandbox
                    ? t("Open the dispute in the sandbox")
                    : t("Open the dispute at {provider}", { provider })
                  : inSandbox
                    ? t("See it in the sandbox")
                    : t("See it at {provider}", { provider })}
              </ProviderLink>
            </div>
          )}
        </div>
      ))}
      {evidence !== null && <Evidence text={evidence} provider={provider} />}
    </Card>
  );
}

type MeaningProps = { dispute: Dispute; isFile: boolean; provider: string };

function Meaning({ dispute: { status, respond_by }, isFile, provider }: MeaningProps) {
  const until =
    respond_by && rich("Respond at {provider} by {date}.", { provider, date: <Timestamp at={respond_by} /> });
  if (status === "open")
    return (
      <Alert tone="bad">
        <span>{t("The buyer's bank disputes this payment and holds the money back.")}</span>{" "}
        <span>{until}</span>
        {isFile && <span> {t("The download is paused.")}</span>}
      </Alert>
    );
  if (status === "warning")
    return (
      <Alert tone="warn">
        <span>{t("The buyer's bank asks about this payment. No money was taken.")}</span> <span>{until}</span>
      </Alert>
    );
  if (status === "lost")
    return (
      <p>
        <span>{t("The buyer's bank returned the money to the buyer.")}</span>
        {isFile && <span> {t("The download has ended.")}</span>}
      </p>
    );
  if (status === "won") return <p>{t("The bank decided for you: the money is yours.")}</p>;
  return <p>{t("The inquiry ended without a dispute.")}</p>;
}

function Evidence({ text, provider }: { text: string; provider: string }) {
  const copy = async () => {
    if (await copyText(text)) toast.success(t("Evidence copied."));
    else toast.error(t("Couldn't copy. Select the text instead."));
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-lg">{t("Evidence")}</h3>
        <Button onClick={() => void copy()}>{t("Copy evidence")}</Button>
      </div>
      <p className="text-sm text-muted">
        {rich("What is known here of the sale, for your response at {provider}.", { provider })}
      </p>
      <pre
        dir="auto"
        className="rounded-control border border-line bg-ground p-3 font-sans text-sm whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {text}
      </pre>
    </div>
  );
}
