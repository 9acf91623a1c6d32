import type { CheckoutOrder } from "../../../contract/api/checkout.ts";
import type { Seller } from "../../../contract/api/sellers.ts";
import type { ContractKind } from "../../../contract/rules/contract-kinds.ts";
import { withdrawalTerms } from "../../lib/withdrawal-terms.ts";
import { WithdrawalForm } from "../legal/withdrawal-form.tsx";

const SHORT = {
  goods: "14 days from the day you receive the goods.",
  file: "14 days, until you download the file.",
  service: "14 days, until the service has been provided.",
} as const;

const NAMES = { goods: " from the goods", file: " from the files", service: " from the service" } as const;

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
        <strong className="font-semibold text-ink">Right of withdrawal{isOnly ? "" : NAMES[of]}:</strong>{" "}
        {SHORT[of]} <span className="link">How it works</span>
      </summary>
      <div className="mt-2 grid gap-2 wrap-anywhere">
        {withdrawalTerms({ of, seller }).map((text) => (
          <p key={text} dir="auto">
            {text}
          </p>
        ))}
        <WithdrawalForm seller={seller} />
      </div>
    </details>
  );
}
