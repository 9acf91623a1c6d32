import type { ReactNode } from "react";
import type { BuyerOrder } from "../../../contract/api/buyer-orders.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t, text } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { Day } from "../layout/isolated.tsx";

type WithdrawalBlockProps = { orderPath: string; order: BuyerOrder; hasFile: boolean };

/** The right of withdrawal of an order: a link to use it, or the reason why it does not exist. */
export function WithdrawalBlock({ orderPath, order, hasFile }: WithdrawalBlockProps) {
  const text = withdrawalText(order, hasFile);
  if (text === null) return null;
  return (
    <section
      aria-label={t("Right of withdrawal")}
      className="grid grid-cols-1 gap-3 border-t border-line pt-5"
    >
      <p className="text-sm text-muted">{text}</p>
      {order.withdrawal.possible && (
        <Button href={paths.withdraw(orderPath)} className="py-2 text-center whitespace-normal!">
          {t("Withdraw from contract here")}
        </Button>
      )}
    </section>
  );
}

/** Returns the order page's text about the right of withdrawal, or null if there is none. The order's state shows a withdrawal that was declared. */
function withdrawalText(
  { withdrawal: { reason, until }, consent, lines }: BuyerOrder,
  hasFile: boolean,
): ReactNode {
  const open = openText({ consent, lines }, hasFile);
  switch (reason) {
    case "open":
      if (until === null)
        return t("You can withdraw from the contract until 14 days after you have received it.");
      return rich(open, { date: <Day at={until} /> });
    case "delivered":
      return consent === null
        ? t("You agreed that delivery starts at once; the right to withdraw ended with it.")
        : rich("You agreed on {date} that delivery starts at once; the right to withdraw ended with it.", {
            date: <Day at={consent.at} />,
          });
    case "period_over":
      return (
        until &&
        rich("The right to withdraw from the contract ended on {date}.", { date: <Day at={until} /> })
      );
    case "not_a_trader":
      return t("The seller is a private person: there is no right of withdrawal.");
    default:
      return null;
  }
}

function openText({ consent, lines }: Pick<BuyerOrder, "consent" | "lines">, hasFile: boolean) {
  if (consent !== null && hasFile)
    return text("You can withdraw from the contract until {date}, because you have not downloaded it yet.");
  return consent !== null && lines.every(({ type }) => type === "service")
    ? text(
        "You can withdraw from the contract until {date}, unless the service has been provided in full by then.",
      )
    : text("You can withdraw from the contract until {date}.");
}
