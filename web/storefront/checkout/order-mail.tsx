import type { BuyerOrder } from "../../../contract/api/buyer-orders.ts";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { EmailInput } from "../../ui/input.tsx";
import { FormSuccess, Problem } from "../layout/card-page.tsx";

type OrderMailProps = {
  orderPath: string;
  order: BuyerOrder;
  mailed: ModelOf<"order">["mailed"];
  /** True if the email leads to a download. */
  hasDownload: boolean;
};

/** Emails the links of a paid order again, by a plain form. */
export function OrderMail({ orderPath, order, mailed, hasDownload }: OrderMailProps) {
  const to = order.mail_to;
  const isSent = mailed?.sent === true;
  return (
    <form
      id="email-links"
      method="post"
      action={paths.orderMail(orderPath)}
      noValidate
      className="grid grid-cols-1 gap-3 border-t border-line pt-5 print:hidden"
      data-enhance="mail-order"
      data-failure={t("Couldn't send the email. Please try again.")}
      data-missing={to === null ? t("Enter the email that the links should go to.") : undefined}
      // Reloads afterwards, because the link was renewed or the order now has an email.
      data-reload={to === null || hasExpired(order) ? "" : undefined}
    >
      {to === null && (
        <EmailField
          value={mailed?.sent === false ? mailed.email : ""}
          isInvalid={mailed?.sent === false}
          handle={order.creator.handle}
        />
      )}
      <Button type="submit">{t(hasDownload ? "Email me the links" : "Email me the receipt")}</Button>
      {to !== null && (
        <p
          hidden={isSent}
          className="text-center text-sm [overflow-wrap:anywhere] text-muted"
          data-part="recipient"
        >
          {rich("To {email}", { email: <bdi>{to}</bdi> })}
        </p>
      )}
      <div>
        {to !== null && (
          <FormSuccess isShown={isSent}>{rich("Sent to {email}.", { email: <bdi>{to}</bdi> })}</FormSuccess>
        )}
        <Problem id="mail-problem" text={mailed?.sent === false ? mailed.problem : null} />
      </div>
    </form>
  );
}

type EmailFieldProps = { value: string; isInvalid: boolean; handle: string };

function EmailField({ value, isInvalid, handle }: EmailFieldProps) {
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor="email" className="font-semibold">
        {t("Email")}
      </label>
      <EmailInput
        id="email"
        defaultValue={value}
        aria-describedby="mail-problem email-help"
        aria-invalid={isInvalid || undefined}
      />
      <p id="email-help" className="text-sm wrap-anywhere text-muted">
        {handle === ""
          ? t("We'll save this email with your order.")
          : rich("We'll save this email with your order. {creator} can see it.", {
              creator: <bdi>@{handle}</bdi>,
            })}
      </p>
    </div>
  );
}

function hasExpired({ download }: BuyerOrder): boolean {
  return download !== null && Date.parse(download.expires_at) <= Date.now();
}
