import type { UseFormRegisterReturn } from "react-hook-form";
import { DEFAULT_CURRENCY } from "../../../contract/limits.ts";
import { formatPrice } from "../../lib/format.ts";
import { platformFeeBps } from "../../lib/plan.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { useCreator } from "../creator-context.ts";
import { centsFromText, formatFee, keptCents } from "./price.ts";

type PriceFieldProps = {
  register: UseFormRegisterReturn;
  /** The amount as typed. */
  price: string;
  currency?: string;
  error: string | undefined;
};

/** The price as an amount, with what it means for the creator. */
export function PriceField({ register, price, currency = DEFAULT_CURRENCY, error }: PriceFieldProps) {
  const feeBps = platformFeeBps(useCreator());
  const typed = centsFromText(price);
  const cents = Number.isFinite(typed) && typed > 0 ? typed : 0;
  const kept = formatPrice(keptCents(cents, feeBps), currency);
  return (
    <Field
      label={`Price (${currency.toUpperCase()})`}
      error={error}
      help={
        <span className="tabular-nums">
          {cents === 0 ? (
            "Free for buyers."
          ) : (
            <>
              Buyers pay {formatPrice(cents, currency)}. You keep <strong className="text-ink">{kept}</strong>
              {feeBps > 0 ? ` after the ${formatFee(feeBps)} platform fee.` : ", with no platform fee."}
            </>
          )}
        </span>
      }
    >
      {(control) => (
        <Input {...control} inputMode="decimal" autoComplete="off" className="tabular-nums" {...register} />
      )}
    </Field>
  );
}
