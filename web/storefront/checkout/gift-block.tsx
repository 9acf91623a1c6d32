import type { OrderGift } from "../../../contract/pages/gift-models.ts";
import { GIFT_STOP_HOURS, giftLimits } from "../../../contract/rules/gift-rules.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { Note, Problem } from "../layout/card-page.tsx";
import { Instant } from "../layout/isolated.tsx";
import { checkedForm, PageField } from "../layout/page-field.tsx";

type GiftBlockProps = { orderPath: string; gift: OrderGift; timeZone: string };

/** Sends an order as a gift, and shows a planned or sent one. Works without scripts. */
export function GiftBlock({ orderPath, gift, timeZone }: GiftBlockProps) {
  switch (gift.state) {
    case "goods":
      return (
        <p className="text-center text-sm text-muted print:hidden">
          {t(
            gift.isBundle
              ? "A bundle with goods can't be sent as a gift. Enter the receiver's address when you buy it."
              : "An order with goods can't be sent as a gift. Enter the receiver's address when you buy it.",
          )}
        </p>
      );
    case "sent":
      return (
        <Note tone="good">
          <h2 className="text-lg">{t("Sent as a gift")}</h2>
          <p className="wrap-anywhere">
            <span>
              {gift.to === null
                ? t("Its receiver has the files. Receipt and refund stay with you.")
                : rich("{email} has the files. Receipt and refund stay with you.", {
                    email: <bdi>{gift.to}</bdi>,
                  })}
            </span>{" "}
            <span>
              {t(
                "If this wasn't you, take it back within {hours, plural, one {# hour} other {# hours}} by the link in our email about the gift.",
                { hours: GIFT_STOP_HOURS },
              )}
            </span>
          </p>
        </Note>
      );
    case "planned":
      return (
        <div className="grid grid-cols-1 gap-3 print:hidden">
          <Note tone="good" role="status">
            <h2 className="text-lg">{t("To be sent as a gift")}</h2>
            <p className="wrap-anywhere">
              {gift.to === null
                ? rich("Its receiver gets it on {date}.", {
                    date: <Instant at={gift.at} timeZone={timeZone} />,
                  })
                : rich("{email} gets it on {date}.", {
                    email: <bdi>{gift.to}</bdi>,
                    date: <Instant at={gift.at} timeZone={timeZone} />,
                  })}
            </p>
          </Note>
          <GiftFold title={t("Change the gift")} submit={t("Save the gift")} {...{ orderPath, gift }} />
          <form method="post" action={paths.cancelGift(orderPath)} className="grid">
            <Button type="submit">{t("Cancel the gift")}</Button>
          </form>
        </div>
      );
    case "offered":
      return <GiftFold title={t("Send as a gift")} submit={t("Send as a gift")} {...{ orderPath, gift }} />;
  }
}

type GiftFoldProps = {
  title: string;
  submit: string;
  orderPath: string;
  gift: Extract<OrderGift, { state: "offered" | "planned" }>;
};

function GiftFold({ title, submit, orderPath, gift: { form: given } }: GiftFoldProps) {
  const { days, ...entries } = given;
  const form = checkedForm(entries);
  const isRejected = entries.problem !== null;
  return (
    <details open={isRejected} className="print:hidden">
      <summary className="flex min-h-11 cursor-pointer items-center justify-center text-sm text-muted hover:text-ink">
        {title}
      </summary>
      <form
        method="post"
        action={paths.orderGift(orderPath)}
        noValidate
        className="grid grid-cols-1 gap-3 pt-2"
      >
        <p className="text-sm text-muted">
          {t(
            "The receiver gets the files, and your own downloads end. Receipt and refund stay with you. It is sent an hour after the last change at the earliest. Until then you can change or cancel it. We email you a link to stop it.",
          )}
        </p>
        <PageField
          form={form}
          name="email"
          type="email"
          label={t("Receiver's email")}
          required
          autoFocus={entries.field === "email"}
        />
        <PageField
          form={form}
          name="name"
          label={t("Your name")}
          maxLength={giftLimits.name.max}
          autoComplete="name"
          required
          autoFocus={entries.field === "name"}
        />
        <Field label={t("Message")} optional error={form.problems.line}>
          {(control) => (
            <Textarea
              {...control}
              name="line"
              rows={3}
              maxLength={giftLimits.line.max}
              defaultValue={entries.line}
            />
          )}
        </Field>
        <PageField
          form={form}
          name="day"
          type="date"
          label={t("Day")}
          min={days.first}
          max={days.last}
          required
          autoFocus={entries.field === "day"}
        />
        <Problem id="gift-problem" text={entries.field === null ? entries.problem : null} />
        <Button type="submit">{submit}</Button>
      </form>
    </details>
  );
}
