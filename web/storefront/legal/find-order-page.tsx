import type { ModelOf } from "../../../contract/pages/pages.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { Button } from "../../ui/button.tsx";
import { CardPage, Failure, Note } from "../layout/card-page.tsx";
import { checkedForm, PageField } from "../layout/page-field.tsx";

/** Finds a buyer's order, where they can withdraw from the contract. */
export function FindOrderPage({ model: { isSent, form } }: { model: ModelOf<"find-order"> }) {
  const checked = checkedForm(form);
  return (
    <CardPage>
      <div className="grid grid-cols-1 gap-5">
        <div className="grid gap-2">
          <h1 className="text-3xl">Withdraw from a contract</h1>
          <p className="text-muted">
            You withdraw on the page of your order. Open it from the link in your receipt, or have the link
            emailed to you.
          </p>
        </div>
        {isSent && (
          <Note tone="good" role="status">
            If an order has this number and email, we've emailed its link. Check your inbox in a few minutes.
          </Note>
        )}
        <Failure text={form.field === null && form.problem} />
        <form method="post" action={paths.findOrder()} noValidate className="grid grid-cols-1 gap-5">
          <PageField
            form={checked}
            name="number"
            label="Order number"
            help="It is in your receipt."
            autoComplete="off"
            required
            autoFocus={form.field === "number"}
            maxLength={limits.orderNumber.max}
          />
          <PageField
            form={checked}
            name="email"
            type="email"
            label="Email"
            help="The one that you entered when you bought."
            required
            autoFocus={form.field === "email"}
          />
          <Button type="submit" variant="primary" size="lg">
            Email me the link
          </Button>
        </form>
        <p className="border-t border-line pt-5 text-muted">
          Without the number, you find every order and its withdrawal in{" "}
          <a href={paths.library()} className="underline">
            your purchases
          </a>
          .
        </p>
      </div>
    </CardPage>
  );
}
