import type { ModelOf } from "../../../contract/pages/pages.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { Button } from "../../ui/button.tsx";
import { CardPage, Failure } from "../layout/card-page.tsx";
import { FactRow } from "../layout/fact-row.tsx";
import { checkedForm, PageField } from "../layout/page-field.tsx";

/** The declaration of withdrawal, a plain form with a confirming button. */
export function WithdrawPage({ model }: { model: ModelOf<"withdraw"> }) {
  const { orderPath, number, product, seller, mailTo, isGoods, form, brand } = model;
  const checked = checkedForm(form);
  return (
    <CardPage brand={brand}>
      <form method="post" action={paths.withdraw(orderPath)} noValidate className="grid grid-cols-1 gap-5">
        <div className="grid gap-2">
          <h1 className="text-3xl">Withdraw from contract</h1>
          <p className="text-muted">
            You withdraw from your whole order.{" "}
            {isGoods
              ? "The seller returns your payment within 14 days, and may wait until the goods are sent back."
              : "The download stops working and your payment is returned."}
          </p>
        </div>
        <dl className="grid gap-2 border-y border-line py-4">
          {number !== null && <FactRow name="Order">{number}</FactRow>}
          <FactRow name="Product">{product}</FactRow>
          {seller !== "" && <FactRow name="Seller">{seller}</FactRow>}
        </dl>
        <Failure text={form.field === null && form.problem} />
        <PageField
          form={checked}
          name="name"
          label="Your name"
          autoComplete="name"
          required
          autoFocus={form.field === "name"}
          maxLength={limits.legalName.max}
        />
        <PageField
          form={checked}
          name="email"
          type="email"
          label="Email for the confirmation"
          help={mailTo === null ? undefined : `Leave it empty to use ${mailTo}.`}
          required={mailTo === null}
          optional={mailTo !== null}
          autoFocus={form.field === "email"}
        />
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" variant="primary" size="lg" className="grow-[3]">
            Confirm withdrawal
          </Button>
          <Button href={orderPath} size="lg" className="grow">
            Back to the order
          </Button>
        </div>
      </form>
    </CardPage>
  );
}
