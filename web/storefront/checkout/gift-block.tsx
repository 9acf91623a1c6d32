import type { OrderGift } from "../../../contract/pages/gift-models.ts";
import { GIFT_STOP_HOURS, giftLimits } from "../../../contract/rules/gift-rules.ts";
import { paths } from "../../../contract/rules/paths.ts";
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
          {gift.isBundle ? "A bundle with goods" : "An order with goods"} can't be sent as a gift. Enter the
          receiver's address when you buy it.
        </p>
      );
    case "sent":
      return (
        <Note tone="good">
          <h2 className="text-lg">Sent as a gift</h2>
          <p className="wrap-anywhere">
            {gift.to === null ? "Its receiver has the files." : `${gift.to} has the files.`}{" "}
            <span>Receipt and refund stay with you. </span>
            <span>
              If this wasn't you, take it back within {GIFT_STOP_HOURS} hours by the link in our email about
              the gift.
            </span>
          </p>
        </Note>
      );
    case "planned":
      return (
        <div className="grid grid-cols-1 gap-3 print:hidden">
          <Note tone="good" role="status">
            <h2 className="text-lg">To be sent as a gift</h2>
            <p className="wrap-anywhere">
              <span>{gift.to} gets it on </span>
              <Instant at={gift.at} timeZone={timeZone} />.
            </p>
          </Note>
          <GiftFold title="Change the gift" submit="Save the gift" {...{ orderPath, gift }} />
          <form method="post" action={paths.cancelGift(orderPath)} className="grid">
            <Button type="submit">Cancel the gift</Button>
          </form>
        </div>
      );
    case "offered":
      return <GiftFold title="Send as a gift" submit="Send as a gift" {...{ orderPath, gift }} />;
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
          The receiver gets the files, and your own downloads end. Receipt and refund stay with you. It is
          sent an hour after the last change at the earliest. Until then you can change or cancel it. We email
          you a link to stop it.
        </p>
        <PageField
          form={form}
          name="email"
          type="email"
          label="Receiver's email"
          required
          autoFocus={entries.field === "email"}
        />
        <PageField
          form={form}
          name="name"
          label="Your name"
          maxLength={giftLimits.name.max}
          autoComplete="name"
          required
          autoFocus={entries.field === "name"}
        />
        <Field label="Message" optional error={form.problems.line}>
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
          label="Day"
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
