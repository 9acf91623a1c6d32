import { findCurrency } from "../../../contract/rules/currencies.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { tipSuggestions } from "../../../contract/rules/prices.ts";
import { t } from "../../../contract/texts.ts";
import { formatMoney } from "../../lib/format.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { PageField } from "../layout/page-field.tsx";
import { usePageLanguage } from "../layout/page-language.ts";

type TipFormProps = { tileId: number; product: { price_cents: number; currency: string } };

const EMPTY = { entries: { amount: "", note: "" }, problems: {} };
const formOf = (tileId: number) => `tip-${tileId}`;

/**
 * Asks for the amount of a tip and a message. Both are passed to the checkout page, which checks them and shows them
 * again; without scripts by a redirect that repeats the form.
 */
export function TipForm({ tileId, product: { price_cents, currency } }: TipFormProps) {
  const language = usePageLanguage();
  const rules = findCurrency(currency);
  const offered = rules ? tipSuggestions(price_cents, rules) : [];
  return (
    <form
      id={formOf(tileId)}
      method="post"
      action={paths.startCheckout()}
      noValidate
      className="grid gap-4"
      data-enhance="purchase"
      data-failure={t("Couldn't start the checkout. Please try again.")}
    >
      <input type="hidden" name="tileId" value={tileId} />
      <input type="hidden" name="action" value="update" />
      <fieldset className="peer/amounts">
        <legend className="font-semibold">{t("Amount")}</legend>
        <div className="mt-2 flex flex-wrap gap-2.5">
          {offered.map((cents) => (
            <Choice
              key={cents}
              value={cents}
              label={formatMoney(cents, currency, language)}
              offered={offered}
            />
          ))}
          <Choice value="own" label={t("Other")} offered={offered} />
        </div>
      </fieldset>
      {/* Shown once it is chosen, without a script. */}
      <div className="hidden peer-has-[[value=own]:checked]/amounts:block">
        <PageField
          id={`amount-${tileId}`}
          form={EMPTY}
          name="amount"
          label={t("Other amount ({currency})", { currency: currency.toUpperCase() })}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
        />
      </div>
      <PageField
        id={`note-${tileId}`}
        form={EMPTY}
        name="note"
        label={t("Note to the creator")}
        optional
        autoComplete="off"
        maxLength={limits.buyerNote.max}
      />
      <p role="alert" hidden className="text-sm font-semibold text-bad" data-part="problem" />
    </form>
  );
}

type ChoiceProps = { value: number | "own"; label: string; offered: number[] };

/** The first amount is preselected. */
function Choice({ value, label, offered }: ChoiceProps) {
  return (
    <label className={buttonClass()}>
      <input
        type="radio"
        name="choice"
        value={value}
        defaultChecked={value === (offered[0] ?? "own")}
        className="accent-primary"
      />
      <bdi>{label}</bdi>
    </label>
  );
}

/** The button of the form, which stays in view while the form scrolls. */
export function SendTip({ tileId, children }: { tileId: number; children: string | null }) {
  return (
    <Button type="submit" form={formOf(tileId)} variant="primary" className="grow-[3]">
      {children}
    </Button>
  );
}
