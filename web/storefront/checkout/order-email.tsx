import type { ModelOf } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../layout/card-page.tsx";
import { checkedForm, PageField } from "../layout/page-field.tsx";

type OrderEmailProps = { orderPath: string; corrected: ModelOf<"order">["corrected"] };

/** Takes the corrected email of an order in a plain form. */
export function OrderEmail({ orderPath, corrected }: OrderEmailProps) {
  const rejected = corrected?.sent === false ? corrected : null;
  const form = checkedForm({
    email: rejected?.email ?? "",
    problem: rejected?.problem ?? null,
    field: rejected && "email",
  });
  if (corrected?.sent)
    return (
      <Note tone="good" role="status">
        {t("We've sent a link to the new email. The order changes once it is confirmed there.")}
      </Note>
    );
  return (
    <details open={rejected !== null} className="print:hidden">
      <summary className="flex min-h-11 cursor-pointer items-center justify-center text-sm text-muted hover:text-ink">
        {t("Wrong email?")}
      </summary>
      <form
        method="post"
        action={paths.orderEmail(orderPath)}
        noValidate
        className="grid grid-cols-1 gap-3 pt-2"
      >
        <PageField
          form={form}
          name="email"
          type="email"
          label={t("The right email")}
          help={t(
            "We'll send a link there. Once you confirm it, this page gets a new link. We'll tell the former email.",
          )}
          required
          autoFocus={rejected !== null}
        />
        <Button type="submit">{t("Send the link")}</Button>
      </form>
    </details>
  );
}
