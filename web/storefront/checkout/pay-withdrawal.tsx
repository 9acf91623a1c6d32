import type { CheckoutOrder } from "../../../contract/api/checkout.ts";
import type { Seller } from "../../../contract/api/sellers.ts";
import type { ContractKind } from "../../../contract/rules/contract-kinds.ts";
import { text } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { WithdrawalForm } from "../legal/withdrawal-form.tsx";
import { WithdrawalTerms } from "../legal/withdrawal-terms.tsx";

/** The right of the only product, and of one among several. */
const RIGHTS = {
  goods: {
    only: text(
      "<b>Right of withdrawal:</b> 14 days from the day you receive the goods. <link>How it works</link>",
    ),
    named: text(
      "<b>Right of withdrawal from the goods:</b> 14 days from the day you receive the goods. <link>How it works</link>",
    ),
  },
  file: {
    only: text("<b>Right of withdrawal:</b> 14 days, until you download the file. <link>How it works</link>"),
    named: text(
      "<b>Right of withdrawal from the files:</b> 14 days, until you download the file. <link>How it works</link>",
    ),
  },
  service: {
    only: text(
      "<b>Right of withdrawal:</b> 14 days, until the service has been provided. <link>How it works</link>",
    ),
    named: text(
      "<b>Right of withdrawal from the service:</b> 14 days, until the service has been provided. <link>How it works</link>",
    ),
  },
} as const;

/** The information about the right of withdrawal before the order (article 6(1)(h) of directive 2011/83/EU), where it exists. */
export function PayWithdrawal({ order: { seller, withdrawals } }: { order: CheckoutOrder }) {
  if (!seller || withdrawals.length === 0) return null;
  return (
    <div className="grid gap-2" data-part="withdrawal">
      {withdrawals.map((of) => (
        <Right key={of} of={of} seller={seller} isOnly={withdrawals.length === 1} />
      ))}
    </div>
  );
}

type RightProps = { of: ContractKind; seller: Seller; isOnly: boolean };

function Right({ of, seller, isOnly }: RightProps) {
  return (
    <details className="text-sm text-muted">
      <summary className="min-h-6 cursor-pointer rounded-control">
        {rich(RIGHTS[of][isOnly ? "only" : "named"], {
          b: (inside) => <strong className="font-semibold text-ink">{inside}</strong>,
          link: (inside) => <span className="link">{inside}</span>,
        })}
      </summary>
      <div className="mt-2 grid gap-2 wrap-anywhere">
        <WithdrawalTerms of={of} seller={seller} />
        <WithdrawalForm seller={seller} />
      </div>
    </details>
  );
}
