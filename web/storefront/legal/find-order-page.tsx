import type { ModelOf } from "../../../contract/pages/pages.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
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
          <h1 className="text-3xl">{t("Withdraw from a contract")}</h1>
          <p className="text-muted">
            {t(
              "You withdraw on the page of your order. Open it from the link in your receipt, or have the link emailed to you.",
            )}
          </p>
        </div>
        {isSent && (
          <Note tone="good" role="status">
            {t(
              "If an order has this number and email, we've emailed its link. Check your inbox in a few minutes.",
            )}
          </Note>
        )}
        <Failure text={form.field === null && form.problem} />
        <form method="post" action={paths.findOrder()} noValidate className="grid grid-cols-1 gap-5">
          <PageField
            form={checked}
            name="number"
            label={t("Order number")}
            help={t("It is in your receipt.")}
            autoComplete="off"
            required
            autoFocus={form.field === "number"}
            maxLength={limits.orderNumber.max}
          />
          <PageField
            form={checked}
            name="email"
            type="email"
            label={t("Email")}
            help={t("The one that you entered when you bought.")}
            required
            autoFocus={form.field === "email"}
          />
          <Button type="submit" variant="primary" size="lg">
            {t("Email me the link")}
          </Button>
        </form>
        <p className="border-t border-line pt-5 text-muted">
          {rich(
            "Without the number, you find every order and its withdrawal in <link>your purchases</link>.",
            {
              link: (inside) => (
                <a href={paths.library()} className="underline">
                  {inside}
                </a>
              ),
            },
          )}
        </p>
      </div>
    </CardPage>
  );
}
