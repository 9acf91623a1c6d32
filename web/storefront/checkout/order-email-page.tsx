import type { ModelOf } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t, text } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { CardPage } from "../layout/card-page.tsx";

const TEXTS = {
  confirm: {
    title: text("Is this the right email?"),
    effect: text("The order changes to this email, its earlier links end, and you receive new ones."),
    button: text("Yes, change it"),
    action: paths.confirmOrderEmail,
  },
  undo: {
    title: text("Take the order back?"),
    effect: text(
      "The order changes back to this email, all other links to it end, and you receive new ones.",
    ),
    button: text("Yes, take it back"),
    action: paths.undoOrderEmail,
  },
  gift: {
    title: text("Stop the gift to this email?"),
    effect: text("The files come back to you, all earlier links to the order end, and you receive new ones."),
    button: text("Yes, stop it"),
    action: paths.stopGift,
  },
} as const;

/** Confirms or undoes the corrected email of an order, or takes its gift back. Opening the page changes nothing, because mail scanners open links. */
export function OrderEmailPage({ model: { asks } }: { model: ModelOf<"order-email"> }) {
  if (asks === null)
    return (
      <CardPage>
        <div className="grid grid-cols-1 gap-5">
          <h1 className="text-3xl">{t("This link no longer works.")}</h1>
          <p className="text-muted">
            {t(
              "It was already used, replaced by a later one, or its time is over. See your purchases to find out which email the order has, and whether it is a gift.",
            )}
          </p>
          <Button href={paths.library()} variant="primary" size="lg">
            {t("Your purchases")}
          </Button>
        </div>
      </CardPage>
    );
  const { title, effect, button, action } = TEXTS[asks.link];
  return (
    <CardPage>
      <form method="post" action={action(asks.token)} className="grid grid-cols-1 gap-5">
        <h1 className="text-3xl">{t(title)}</h1>
        <p className="font-semibold wrap-anywhere">
          <bdi>{asks.email}</bdi>
        </p>
        <p className="text-muted">
          <span>{t(effect)}</span>{" "}
          {asks.number !== null && (
            <span>{rich("Order {number}.", { number: <bdi>{asks.number}</bdi> })}</span>
          )}
        </p>
        <Button type="submit" variant="primary" size="lg">
          {t(button)}
        </Button>
      </form>
    </CardPage>
  );
}
