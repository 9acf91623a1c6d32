import type { PageModel } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { Button } from "../../ui/button.tsx";
import { EmailInput } from "../../ui/input.tsx";
import { Problem } from "../layout/card-page.tsx";
import { PayLabel } from "../layout/isolated.tsx";

const RECEIPT_GOES = {
  digital: "Where the receipt with the download link goes.",
  physical: "Where the receipt goes.",
  tip: "Where the receipt goes.",
} as const;
const NO_RECEIPT =
  "Only the creator sees it: no receipt is emailed. After paying, keep the link of your order page.";

type MockCheckoutModel = Extract<PageModel, { page: "mock-checkout" }>;

/** A plain form that posts to its own page. */
export function PayForm({ model }: { model: MockCheckoutModel }) {
  const { checkoutToken, order, problem, email, sendsReceipts } = model;
  return (
    <form
      method="post"
      action={paths.mockCheckout(checkoutToken)}
      noValidate
      className="grid gap-5"
      data-enhance="pay"
    >
      <div className="grid gap-1.5">
        <label htmlFor="email" className="font-semibold">
          Email <span className="font-normal text-muted">(optional)</span>
        </label>
        <EmailInput
          id="email"
          defaultValue={email}
          aria-describedby="pay-problem email-help"
          aria-invalid={problem !== null || undefined}
        />
        <p id="email-help" className="text-sm text-muted">
          {sendsReceipts ? RECEIPT_GOES[order.product.type] : NO_RECEIPT}
        </p>
      </div>
      <Problem id="pay-problem" text={problem} />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" name="action" value="pay" variant="primary" size="lg" className="grow-[3]">
          {order.amount_cents === 0 ? (
            "Get it for free"
          ) : (
            <PayLabel cents={order.amount_cents} currency={order.currency} />
          )}
        </Button>
        <Button type="submit" name="action" value="cancel" size="lg" className="grow">
          Cancel
        </Button>
      </div>
    </form>
  );
}
