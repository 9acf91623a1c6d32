import type { UseFormReturn } from "react-hook-form";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { t } from "../../../../contract/texts.ts";
import { formatMoney } from "../../../lib/format.ts";
import { FieldError } from "../../../ui/field.tsx";
import { AmountField } from "../../editing/amount-field.tsx";
import type { Refund, RefundValues } from "./refund-draft.ts";

type RefundLinesProps = {
  order: CreatorOrderDetail;
  form: UseFormReturn<RefundValues, unknown, Refund>;
  /** The ids of the chosen lines. */
  chosen: readonly string[];
};

/** The products of an order with several: a checkbox for each that can be refunded, and an amount once it is chosen. */
export function RefundLines({ order, form, chosen }: RefundLinesProps) {
  const error = form.formState.errors.lines?.message;
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2" aria-describedby={error && "refund-lines-error"}>
      <legend className="mb-1.5 font-semibold">{t("Products")}</legend>
      {order.lines.map(({ id, name, refundable_cents }, at) => {
        if (refundable_cents === 0) return null;
        const most = formatMoney(refundable_cents, order.currency);
        return (
          <div key={id} className="grid grid-cols-1 gap-1">
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                value={String(id)}
                className="size-5 shrink-0 accent-primary"
                {...form.register("lines")}
              />
              <bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{name}</bdi>
              {!chosen.includes(String(id)) && (
                <span className="text-sm text-muted tabular-nums">{most}</span>
              )}
            </label>
            {chosen.includes(String(id)) && (
              <div className="ps-8">
                <AmountField
                  form={form}
                  name={`amounts.${at}`}
                  label={t("Amount for {name} ({currency})", {
                    name,
                    currency: order.currency.toUpperCase(),
                  })}
                  help={t("Up to {most}.", { most })}
                />
              </div>
            )}
          </div>
        );
      })}
      {error && <FieldError id="refund-lines-error">{error}</FieldError>}
    </fieldset>
  );
}
