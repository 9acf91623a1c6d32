import type { CheckoutOrder } from "../../../contract/api/checkout.ts";
import { withdrawalTerms } from "../../lib/withdrawal-terms.ts";
import { WithdrawalForm } from "../legal/withdrawal-form.tsx";

const SHORT = {
  goods: "14 days from the day you receive the goods.",
  file: "14 days, until you download the file.",
  service: "14 days, until the service has been provided.",
} as const;

/** The information about the right of withdrawal before the order (article 6(1)(h) of directive 2011/83/EU), where it exists. */
export function PayWithdrawal({ order: { seller, withdrawal } }: { order: CheckoutOrder }) {
  if (!seller || withdrawal === null) return null;
  return (
    <details className="text-sm text-muted" data-part="withdrawal">
      <summary className="min-h-6 cursor-pointer rounded-control">
        <strong className="font-semibold text-ink">Right of withdrawal:</strong> {SHORT[withdrawal]}{" "}
        <span className="link">How it works</span>
      </summary>
      <div className="mt-2 grid gap-2 wrap-anywhere">
        {withdrawalTerms({ of: withdrawal, seller }).map((text) => (
          <p key={text} dir="auto">
            {text}
          </p>
        ))}
        <WithdrawalForm seller={seller} />
      </div>
    </details>
  );
}
