import { type SubmitEvent, useRef, useState } from "react";
import type { CheckoutOrder } from "../../../contract/checkout.ts";
import { limits } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";
import { formatMoney } from "../../lib/format.ts";
import { useBfcacheRestore } from "../../lib/use-bfcache-restore.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { cancelOrder, failureText, payOrder } from "../api.ts";
import { Note } from "../layout/card-page.tsx";

const RECEIPT_GOES = {
  digital: "Where the receipt with the download link goes.",
  physical: "Where the receipt goes.",
  tip: "Where the receipt goes.",
} as const;
const NO_RECEIPT =
  "Only the creator sees it: no receipt is emailed. After paying, keep the link of your order page.";
const FALLBACK = "The payment could not be completed. Please try again.";

type PayFormProps = {
  checkoutToken: string;
  order: CheckoutOrder;
  problem: string | null;
  /** The value of the email field. */
  email: string;
  sendsReceipts: boolean;
};

/** A plain form that posts to its own page; scripts turn it into calls, so that a failure keeps what was typed. */
export function PayForm({ checkoutToken, order, problem: firstProblem, email, sendsReceipts }: PayFormProps) {
  const [busy, setBusy] = useState<"pay" | "cancel" | null>(null);
  const [problem, setProblem] = useState(firstProblem);
  const started = useRef(false);
  const reset = () => {
    started.current = false;
    setBusy(null);
  };
  useBfcacheRestore(reset);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (started.current) return;
    const { submitter } = event.nativeEvent;
    const action = submitter instanceof HTMLButtonElement && submitter.value === "cancel" ? "cancel" : "pay";
    const email = String(new FormData(event.currentTarget).get("email") ?? "");
    started.current = true;
    setBusy(action);
    setProblem(null);
    try {
      const next = action === "pay" ? payOrder({ checkoutToken, email }) : cancelOrder(checkoutToken);
      location.assign(await next);
    } catch (error) {
      reset();
      setProblem(failureText(error, FALLBACK));
    }
  };
  return (
    <form
      method="post"
      action={paths.mockCheckout(checkoutToken)}
      onSubmit={submit}
      noValidate
      className="grid gap-5"
    >
      <div className="grid gap-1.5">
        <label htmlFor="email" className="font-semibold">
          Email <span className="font-normal text-muted">(optional)</span>
        </label>
        <Input
          id="email"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={email}
          maxLength={limits.email.max}
          aria-describedby={problem === null ? "email-help" : "pay-problem email-help"}
          aria-invalid={problem !== null || undefined}
        />
        <p id="email-help" className="text-sm text-muted">
          {sendsReceipts ? RECEIPT_GOES[order.product.type] : NO_RECEIPT}
        </p>
      </div>
      {problem !== null && (
        <Note tone="bad" role="alert">
          <span id="pay-problem">{problem}</span>
        </Note>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button
          type="submit"
          name="action"
          value="pay"
          variant="primary"
          size="lg"
          busy={busy === "pay"}
          className="grow-[3]"
        >
          {order.amount_cents === 0
            ? "Get it for free"
            : `Pay ${formatMoney(order.amount_cents, order.currency)}`}
        </Button>
        <Button
          type="submit"
          name="action"
          value="cancel"
          size="lg"
          busy={busy === "cancel"}
          className="grow"
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
