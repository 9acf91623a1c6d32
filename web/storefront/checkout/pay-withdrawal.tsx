import type { CheckoutOrder } from "../../../contract/api/checkout.ts";
import { withdrawalTerms } from "../../lib/withdrawal-terms.ts";

/** The information about the right of withdrawal before the order (article 6(1)(h) of directive 2011/83/EU); nothing where there is none. */
export function PayWithdrawal({ order: { product, seller, provider } }: { order: CheckoutOrder }) {
  if (provider === "free" || product.type === "tip" || !seller?.is_trader) return null;
  const terms = withdrawalTerms({
    of: product.type === "physical" ? "goods" : "file",
    seller: seller.legal_name,
    email: seller.email,
  });
  return (
    <details className="text-sm text-muted" data-part="withdrawal">
      <summary className="min-h-6 cursor-pointer rounded-control">
        <strong className="font-semibold text-ink">Right of withdrawal:</strong>{" "}
        {product.type === "physical"
          ? "14 days from the day you receive the goods."
          : "14 days, until you download the file."}{" "}
        <span className="link">How it works</span>
      </summary>
      <div className="mt-2 grid gap-2 wrap-anywhere">
        {terms.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </details>
  );
}
