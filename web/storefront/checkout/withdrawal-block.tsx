import type { ReactNode } from "react";
import type { BuyerOrder } from "../../../contract/api/buyer-orders.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { Button } from "../../ui/button.tsx";
import { Day } from "../layout/isolated.tsx";

type WithdrawalBlockProps = { orderPath: string; order: BuyerOrder; hasFile: boolean };

/** The right of withdrawal of an order: a link to use it, or the reason why it does not exist. */
export function WithdrawalBlock({ orderPath, order, hasFile }: WithdrawalBlockProps) {
  const text = withdrawalText(order, hasFile);
  if (text === null) return null;
  return (
    <section aria-label="Right of withdrawal" className="grid grid-cols-1 gap-3 border-t border-line pt-5">
      <p className="text-sm text-muted">{text}</p>
      {order.withdrawal.possible && (
        <Button href={paths.withdraw(orderPath)} className="py-2 text-center whitespace-normal!">
          Withdraw from contract here
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
  switch (reason) {
    case "open":
      if (until === null)
        return "You can withdraw from the contract until 14 days after you have received it.";
      return (
        <>
          You can withdraw from the contract until <Day at={until} />
          {consent !== null && hasFile && ", because you have not downloaded it yet"}
          {consent !== null &&
            lines.every(({ type }) => type === "service") &&
            ", unless the service has been provided in full by then"}
          .
        </>
      );
    case "delivered":
      return (
        <>
          You agreed
          {consent && (
            <>
              {" "}
              on <Day at={consent.at} />
            </>
          )}{" "}
          that delivery starts at once; the right to withdraw ended with it.
        </>
      );
    case "period_over":
      return (
        until && (
          <>
            The right to withdraw from the contract ended on <Day at={until} />.
          </>
        )
      );
    case "not_a_trader":
      return "The seller is a private person: there is no right of withdrawal.";
    default:
      return null;
  }
}
