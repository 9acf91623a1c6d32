import type { ReactNode } from "react";
import { platformFee } from "../../../contract/fees.ts";
import { formatMoney } from "../../lib/format.ts";
import { platformFeeBps } from "../../lib/plan.ts";
import { type FormOf, TextField } from "../../ui/form-fields.tsx";
import { useCreator } from "../creator-context.ts";
import { formatFee, parsePrice } from "./price.ts";
import type { ProductFormValues } from "./product-draft.ts";

type PriceFieldProps = {
  form: FormOf<ProductFormValues>;
  /** The amount as typed. */
  text: string;
  currency: string;
};

/** The price as an amount, with what it means for buyer and creator. */
export function PriceField({ form, text, currency }: PriceFieldProps) {
  return (
    <TextField
      form={form}
      name="priceCents"
      label={`Price (${currency.toUpperCase()})`}
      help={meaningOf(text, currency)}
      // A longer number is not finite, which is saved as 0.
      maxLength={20}
      inputMode="decimal"
      autoComplete="off"
      className="tabular-nums"
    />
  );
}

function meaningOf(text: string, currency: string): ReactNode {
  const price = parsePrice(text);
  if (price.kind === "invalid")
    return (
      <span className="font-medium text-warn">
        “<bdi>{text.trim()}</bdi>” is not a price. Enter an amount such as 12.50.
      </span>
    );
  const cents = price.kind === "empty" ? 0 : price.cents;
  if (cents < 0) return undefined;
  return cents === 0 ? "Free for buyers." : <Shares cents={cents} currency={currency} />;
}

/** What the buyer pays, what the platform keeps, what the creator keeps. */
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
