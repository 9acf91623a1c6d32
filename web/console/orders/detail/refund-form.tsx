import { useMemo } from "react";
import type { CreatorLine } from "../../../../contract/api/order-lines.ts";
import { type CreatorOrderDetail, RefundReason } from "../../../../contract/api/orders.ts";
import { limits } from "../../../../contract/rules/limits.ts";
import { blocksBuyers, labelOf, returnsFees } from "../../../../contract/rules/order-states.ts";
import { t } from "../../../../contract/texts.ts";
import { formatMoney } from "../../../lib/format.ts";
import { rich } from "../../../lib/rich.ts";
import { SelectField, TextAreaField } from "../../../ui/form-fields.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { DialogForm } from "../../../widgets/form-dialog.tsx";
import { useRequestForm } from "../../../widgets/request-form.tsx";
import { UnsavedChangesGuard } from "../../../widgets/unsaved-changes-guard.tsx";
import { AmountField } from "../../editing/amount-field.tsx";
import { REFUND_REASONS } from "./order-texts.ts";
import type { useRefund } from "./queries.ts";
import { estimateReturnedFee, fullRefund, refundForm, sumOf } from "./refund-draft.ts";
import { RefundLines } from "./refund-lines.tsx";

const REASONS = RefundReason.options.map((value) => ({ value, label: REFUND_REASONS[value] }));

type RefundFormProps = {
  order: CreatorOrderDetail;
  /** The line that is chosen first, or null for all. */
  line: CreatorLine | null;
  refund: ReturnType<typeof useRefund>;
  onDone: () => void;
};

export function RefundForm({ order, line, refund, onDone }: RefundFormProps) {
  const schema = useMemo(() => refundForm(order), [order]);
  const { form, onSubmit } = useRequestForm(schema, {
    values: fullRefund(order, line ?? undefined),
    send: (input) => refund.mutateAsync(input).then(onDone),
    failure: t("No response. Try again: the buyer is refunded once."),
  });
  const { isDirty } = form.formState;
  const values = form.watch();
  const cents = sumOf(order, values);
  const isOne = order.lines.length === 1;
  const refunded = isOne ? order.lines : order.lines.filter(({ id }) => values.lines.includes(String(id)));
  return (
    <DialogForm
      form={form}
      onSubmit={onSubmit}
      submitLabel={
        cents === null ? t("Refund") : t("Refund {amount}", { amount: formatMoney(cents, order.currency) })
      }
      busyLabel={t("Refunding…")}
    >
      {isOne ? (
        <AmountField
          form={form}
          name="amountCents"
          label={t("Amount ({currency})", { currency: order.currency.toUpperCase() })}
          help={t("Up to {amount}. Enter less to refund a part.", {
            amount: formatMoney(order.refundable_cents, order.currency),
          })}
        />
      ) : (
        <RefundLines order={order} form={form} chosen={values.lines} />
      )}
      <SelectField form={form} name="reason" label={t("Reason")} options={REASONS} />
      {values.reason === "fraud" && blocksBuyers(order.provider) && (
        <p className="text-[15px] text-muted">
          {rich("{provider} will also block this buyer's card and email for your account.", {
            provider: labelOf(order.provider),
          })}
        </p>
      )}
      <TextAreaField
        form={form}
        name="note"
        label={t("Message to the buyer")}
        optional
        help={t("It goes into the email about the refund.")}
        maxLength={limits.refundNote.max}
      />
      {refunded.some(({ type }) => type === "digital") && (
        <Switch
          label={t("Keep access")}
          help={t("The buyer can still download after everything is refunded.")}
          {...form.register("keepAccess")}
        />
      )}
      {cents !== null && <Consequences order={order} cents={cents} />}
      <UnsavedChangesGuard unsaved={isDirty && !refund.isPending} />
    </DialogForm>
  );
}

/** The effects of the refund for buyer and creator. */
function Consequences({ order, cents }: { order: CreatorOrderDetail; cents: number }) {
  const money = (amount: number) => formatMoney(amount, order.currency);
  const isWhole = cents === order.refundable_cents;
  const returnedFee = money(returnsFees(order.provider) ? estimateReturnedFee(order, cents) : 0);
  const provider = labelOf(order.provider);
  const row = "flex flex-wrap justify-between gap-x-3";
  return (
    <div className="grid gap-1 text-[15px] tabular-nums">
      <p className={row}>
        <span>{t("The buyer gets")}</span> <span className="font-semibold">{money(cents)}</span>
      </p>
      {order.fee_cents > 0 && (
        <p className={row}>
          <span>{t("Platform fee returned to you")}</span>{" "}
          <span>{isWhole ? returnedFee : t("about {amount}", { amount: returnedFee })}</span>
        </p>
      )}
      <p className="text-sm text-muted">
        <span>
          {order.fee_cents > 0 && !returnsFees(order.provider)
            ? t("{provider} keeps its own fee, and cannot return the platform fee.", { provider })
            : t("{provider} keeps its own fee.", { provider })}
        </span>
        {order.mode !== "live" && <span> {t("Test mode: no real money moves.")}</span>}
      </p>
    </div>
  );
}
