import { useId } from "react";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import type { ContractKind } from "../../../contract/rules/contract-kinds.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { sentence, t, text } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { ConsentCheckbox } from "../checkout/consent-checkbox.tsx";
import { CardPage, Failure } from "../layout/card-page.tsx";
import { FactRow } from "../layout/fact-row.tsx";
import { Money } from "../layout/isolated.tsx";
import { checkedForm, PageField } from "../layout/page-field.tsx";

/** The declaration of withdrawal, a plain form with a confirming button. */
export function WithdrawPage({ model }: { model: ModelOf<"withdraw"> }) {
  const { orderPath, number, product, lines, seller, mailTo, kinds, isWhole, form, brand } = model;
  const { name, email, problem, field } = form;
  const checked = checkedForm({ name, email, problem, field: field === "lines" ? null : field });
  return (
    <CardPage brand={brand}>
      <form method="post" action={paths.withdraw(orderPath)} noValidate className="grid grid-cols-1 gap-5">
        <div className="grid gap-2">
          <h1 className="text-3xl">{t("Withdraw from contract")}</h1>
          <p className="text-muted">
            {isWhole && <span>{t("You withdraw from your whole order.")} </span>}
            <span>{effectOf(kinds)}</span>
          </p>
        </div>
        <dl className="grid gap-2 border-y border-line py-4">
          {number !== null && <FactRow name={t("Order")}>{number}</FactRow>}
          {lines.length === 0 && <FactRow name={t("Product")}>{product}</FactRow>}
          {seller !== "" && <FactRow name={t("Seller")}>{seller}</FactRow>}
        </dl>
        <Failure text={form.field === null && form.problem} />
        {lines.length > 0 && <LineChoice model={model} />}
        <PageField
          form={checked}
          name="name"
          label={t("Your name")}
          autoComplete="name"
          required
          autoFocus={form.field === "name"}
          maxLength={limits.legalName.max}
        />
        <PageField
          form={checked}
          name="email"
          type="email"
          label={t("Email for the confirmation")}
          help={
            mailTo === null
              ? undefined
              : rich("Leave it empty to use {email}.", { email: <bdi>{mailTo}</bdi> })
          }
          required={mailTo === null}
          optional={mailTo !== null}
          autoFocus={form.field === "email"}
        />
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" variant="primary" size="lg" className="grow-[3]">
            {t("Confirm withdrawal")}
          </Button>
          <Button href={orderPath} size="lg" className="grow">
            {t("Back to the order")}
          </Button>
        </div>
      </form>
    </CardPage>
  );
}

const EFFECTS: Record<ContractKind, string> = {
  goods: text("The seller returns your payment within 14 days, and may wait until the goods are sent back."),
  file: text("The download stops working and your payment is returned."),
  service: text(
    "The seller returns your payment within 14 days. If the service has begun by then, you pay for the part that was provided.",
  ),
};

/** The effects for a part of an order, in the order in which they are listed. */
const PART_EFFECTS: readonly [ContractKind, string][] = [
  ["file", text("Downloads stop working.")],
  [
    "goods",
    text("For goods, the seller returns your payment within 14 days, and may wait until they are sent back."),
  ],
  [
    "service",
    text(
      "For a service, the seller returns your payment within 14 days, except for the part that was provided.",
    ),
  ],
];

/** Returns the effect of a withdrawal on the payment. */
function effectOf(kinds: readonly ContractKind[]): string {
  const [only] = kinds;
  if (only && kinds.length === 1) return t(EFFECTS[only]);
  return PART_EFFECTS.flatMap(([kind, effect]) => (kinds.includes(kind) ? t(effect) : [])).join(" ");
}

/** The products from which the buyer can withdraw, each by itself. Nothing is ticked before. */
function LineChoice({ model: { lines, currency, form } }: { model: ModelOf<"withdraw"> }) {
  const problem = form.field === "lines" ? form.problem : null;
  const errorId = useId();
  return (
    <fieldset className="grid gap-1.5" aria-describedby={problem === null ? undefined : errorId}>
      <legend className="mb-1.5 font-semibold">{t("From what do you withdraw?")}</legend>
      {lines.map(({ id, name, amountCents }, at) => (
        <ConsentCheckbox
          key={id}
          name={`line-${id}`}
          isChecked={form.lines.includes(id)}
          autoFocus={problem !== null && at === 0}
        >
          <span className="wrap-anywhere">
            <bdi>{name}</bdi>
            {", "}
            <Money cents={amountCents} currency={currency} />
          </span>
        </ConsentCheckbox>
      ))}
      {problem !== null && <FieldError id={errorId}>{sentence(problem)}</FieldError>}
    </fieldset>
  );
}
