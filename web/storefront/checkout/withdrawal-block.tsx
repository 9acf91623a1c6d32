import type { BuyerOrder } from "../../../contract/buyer-orders.ts";
import type { Language } from "../../../contract/languages.ts";
import { paths } from "../../../contract/paths.ts";
import { formatDay } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { usePageLanguage } from "../layout/page-language.ts";

type WithdrawalBlockProps = { orderToken: string; order: BuyerOrder };

/** The right of withdrawal of an order: the way to use it while it exists, otherwise why it does not. */
export function WithdrawalBlock({ orderToken, order }: WithdrawalBlockProps) {
  const text = withdrawalText(order, usePageLanguage());
  if (text === null) return null;
  return (
    <section aria-label="Right of withdrawal" className="grid grid-cols-1 gap-3 border-t border-line pt-5">
      <p className="text-sm text-muted">{text}</p>
      {order.withdrawal.possible && (
        <Button href={paths.withdraw(orderToken)} className="py-2 text-center whitespace-normal!">
          Withdraw from contract here
        </Button>
      )}
    </section>
  );
}

/** Returns the text of the order page about the right of withdrawal; null without one. */
export function withdrawalText(
  { withdrawal, consent, product, status }: Pick<BuyerOrder, "withdrawal" | "consent" | "product" | "status">,
  language?: Language,
): string | null {
  const { reason, until } = withdrawal;
  switch (reason) {
    case "open":
      return until
        ? `You can withdraw from the contract until ${formatDay(until, language)}.`
        : "You can withdraw from the contract until 14 days after you have received it.";
    case "delivered":
      return `You agreed${consent ? ` on ${formatDay(consent.at, language)}` : ""} that delivery starts at once; the right to withdraw ended with it.`;
    case "period_over":
      return until ? `The right to withdraw from the contract ended on ${formatDay(until, language)}.` : null;
    case "withdrawn":
      return product.type === "physical" && (status === "paid" || status === "partially_refunded")
        ? "You withdrew from the contract. The seller returns your payment within 14 days, and may wait until the goods are sent back."
        : "You withdrew from the contract.";
    case "not_a_trader":
      return "The seller is a private person: there is no right of withdrawal.";
    default:
      return null;
  }
}
