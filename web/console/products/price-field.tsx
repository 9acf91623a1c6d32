import type { UseFormRegisterReturn } from "react-hook-form";
import { platformFee } from "../../../contract/fees.ts";
import { DEFAULT_CURRENCY } from "../../../contract/limits.ts";
import { formatMoney } from "../../lib/format.ts";
import { platformFeeBps } from "../../lib/plan.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { useCreator } from "../creator-context.ts";
import { centsFromText, formatFee } from "./price.ts";

type PriceFieldProps = {
  register: UseFormRegisterReturn;
  /** The amount as typed. */
  price: string;
  currency?: string;
  error: string | undefined;
};

/** The price as an amount, with what it means for the creator. */
export function PriceField({ register, price, currency = DEFAULT_CURRENCY, error }: PriceFieldProps) {
  const typed = centsFromText(price);
  const cents = Number.isFinite(typed) && typed > 0 ? typed : 0;
  return (
    <Field
      label={`Price (${currency.toUpperCase()})`}
      error={error}
      help={
        typed < 0 ? undefined : cents === 0 ? (
          "Free for buyers."
        ) : (
          <Shares cents={cents} currency={currency} />
        )
      }
    >
      {(control) => (
        <Input
          {...control}
          // A longer one would be no finite number, and so be taken for nothing.
          maxLength={20}
          inputMode="decimal"
          autoComplete="off"
          className="tabular-nums"
          {...register}
        />
      )}
    </Field>
  );
}

/** Who gets what of the price. */
function Shares({ cents, currency }: { cents: number; currency: string }) {
  const feeBps = platformFeeBps(useCreator());
  const fee = platformFee(cents, feeBps);
  return (
    <span className="mt-1 grid gap-y-0.5 tabular-nums">
      <span className={SHARE}>
        <span>Buyers pay</span> <span>{formatMoney(cents, currency)}</span>
      </span>
      <span className={SHARE}>
        <span>Platform fee ({formatFee(feeBps)})</span> <span>{formatMoney(0 - fee, currency)}</span>
      </span>
      <span className={`${SHARE} border-t border-line pt-1 font-semibold text-ink`}>
        <span>You keep</span> <span>{formatMoney(cents - fee, currency)}</span>
      </span>
    </span>
  );
}

const SHARE = "flex flex-wrap justify-between gap-x-3";
