import type { ReactNode } from "react";
import { estimateCardFee } from "../../../contract/rules/card-fees.ts";
import { CURRENCIES, type Currency, isCurrency } from "../../../contract/rules/currencies.ts";
import { platformFee } from "../../../contract/rules/fees.ts";
import { formatMoney } from "../../../contract/rules/formats.ts";
import { labelOf } from "../../../contract/rules/order-states.ts";
import { parsePrice, priceProblem } from "../../../contract/rules/price-text.ts";
import { belowMinimum } from "../../../contract/rules/prices.ts";
import { sentence, t } from "../../../contract/texts.ts";
import { formatFee } from "../../lib/format.ts";
import { platformFeeBps } from "../../lib/plan.ts";
import { rich } from "../../lib/rich.ts";
import { useSite } from "../../lib/site-context.ts";
import { type FormOf, SelectField } from "../../ui/form-fields.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useCreator } from "../creator-context.ts";
import { AmountField, CURRENCY_OPTIONS, NumberField } from "../editing/amount-field.tsx";
import { useSellingProvider } from "../selling-provider.ts";
import { Fold } from "./form-parts.tsx";
import type { ProductFormValues } from "./product-draft.ts";
import type { ProductFormState } from "./use-product-form.ts";

type FieldsProps = { form: FormOf<ProductFormValues>; values: ProductFormValues };
type PricingFieldsProps = { form: ProductFormState; values: ProductFormValues };

/** The price of a product, its currency, and whether buyers may pay more. */
export function PricingFields({ form, values }: PricingFieldsProps) {
  const { type, priceCents, currency, letsBuyersPayMore } = values;
  return (
    <>
      <AmountField
        form={form}
        name="priceCents"
        label={t("Price ({currency})", { currency: currency.toUpperCase() })}
        help={meaningOf(priceCents, currency)}
      />
      <SelectField form={form} name="currency" label={t("Currency")} options={CURRENCY_OPTIONS} />
      {type !== "tip" && (
        <Fold
          title={t("Pay more")}
          value={letsBuyersPayMore ? minimumText(values) : t("Off")}
          error={form.formState.errors.minPriceCents !== undefined}
        >
          <Switch
            label={t("Let buyers pay more")}
            help={t("The price becomes a suggestion: buyers choose an amount from your minimum up.")}
            {...form.register("letsBuyersPayMore", {
              onChange: () => {
                // Without a minimum, buyers pay the price or more, never less.
                if (form.getValues("minPriceCents").trim() === "")
                  form.setValue("minPriceCents", form.getValues("priceCents"), { shouldDirty: true });
              },
            })}
          />
          {letsBuyersPayMore && (
            <AmountField
              form={form}
              name="minPriceCents"
              label={t("Minimum ({currency})", { currency: currency.toUpperCase() })}
              help={t("The least that buyers can pay. 0 lets them take it for free.")}
            />
          )}
        </Fold>
      )}
    </>
  );
}

/** The effects of a price for buyer and creator. */
function meaningOf(text: string, currency: string): ReactNode {
  if (!isCurrency(currency)) return undefined;
  const problem = priceProblem(text, currency);
  if (problem) return <span className="font-medium text-warn">{sentence(problem)}</span>;
  const price = parsePrice(text, currency);
  if (price.kind === "invalid")
    return (
      <span className="font-medium text-warn">
        {rich("“{text}” is not a price. Enter an amount such as 12.50.", {
          text: <bdi>{text.trim()}</bdi>,
        })}
      </span>
    );
  const cents = price.kind === "amount" ? price.cents : 0;
  if (cents < 0) return undefined;
  return cents === 0 ? t("Free for buyers.") : <Shares cents={cents} currency={currency} />;
}

/** The buyer's price, the fees of platform and card provider, and the creator's net. */
function Shares({ cents, currency }: { cents: number; currency: Currency }) {
  const feeBps = platformFeeBps(useCreator(), useSite().plans);
  const fee = platformFee(cents, feeBps);
  const provider = useSellingProvider();
  const cardFee = estimateCardFee(cents, { currency, provider });
  const money = (amount: number) => formatMoney(amount, currency);
  const { min } = CURRENCIES[currency];
  const gets = cents - fee - cardFee;
  const warning = cents < min && (
    <span className="mt-1 block font-medium text-warn">{sentence(belowMinimum(currency, min))}</span>
  );
  // The provider subtracts its fee and the platform's from the same amount.
  if (gets <= 0 && !warning)
    return (
      <span className="mt-1 block font-medium text-warn">
        {t("The platform fee and {provider}'s fee would use up this price, so it could not be paid.", {
          provider: labelOf(provider),
        })}
      </span>
    );
  // No card payment is this small.
  if (gets < 0) return warning;
  return (
    <>
      <span className="mt-1 grid gap-y-0.5 tabular-nums">
        <span className={SHARE}>
          <span>{t("Buyer pays")}</span> <span>{t("{amount} incl. taxes", { amount: money(cents) })}</span>
        </span>
        <span className={SHARE}>
          <span>{t("Platform fee ({percent})", { percent: formatFee(feeBps) })}</span>{" "}
          <span>{money(0 - fee)}</span>
        </span>
        <span className={SHARE}>
          <span>{t("Card fee")}</span>{" "}
          <span className="ms-auto text-end">
            {rich("about {amount} <note>({provider} bills it to you)</note>", {
              amount: money(0 - cardFee),
              provider: labelOf(provider),
              note: (inside) => <span className="max-sm:block">{inside}</span>,
            })}
          </span>
        </span>
        <span className={`${SHARE} border-t border-line pt-1 font-semibold text-ink`}>
          <span>{t("You get")}</span> <span>{t("about {amount}", { amount: money(gets) })}</span>
        </span>
      </span>
      {warning}
    </>
  );
}

const SHARE = "flex flex-wrap justify-between gap-x-3";

function minimumText({ minPriceCents, currency }: ProductFormValues): string {
  const minimum = parsePrice(minPriceCents);
  return minimum.kind === "amount"
    ? t("From {amount}", { amount: formatMoney(minimum.cents, currency) })
    : t("On");
}

export function ShippingFields({ form, values: { currency } }: FieldsProps) {
  return (
    <>
      <AmountField
        form={form}
        name="shippingCents"
        label={t("Shipping ({currency})", { currency: currency.toUpperCase() })}
        optional
        help={t("To your own country, added to the price. Leave it empty if it is included.")}
      />
      <AmountField
        form={form}
        name="shippingAbroadCents"
        label={t("Shipping abroad ({currency})", { currency: currency.toUpperCase() })}
        optional
        help={t(
          "To all other countries, once your seller details name your own. Leave it empty if you don't ship there.",
        )}
      />
    </>
  );
}

export function StockField({ form, values: { stock, type } }: FieldsProps) {
  const isService = type === "service";
  const title = isService ? t("Places") : t("Stock");
  return (
    <Fold title={title} value={stockText(stock)} error={form.formState.errors.stock !== undefined}>
      <NumberField
        form={form}
        name="stock"
        label={title}
        optional
        help={
          isService
            ? t("Places you have left. Leave it empty if you never run out.")
            : t("Pieces you have left. Leave it empty if you never run out.")
        }
      />
    </Fold>
  );
}

function stockText(text: string): string {
  const pieces = text.trim();
  if (pieces === "") return t("Never runs out");
  return /^\d+$/.test(pieces)
    ? t("{count, plural, one {# left} other {# left}}", { count: Number(pieces) })
    : pieces;
}
