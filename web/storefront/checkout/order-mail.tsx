import { type SubmitEvent, useRef, useState } from "react";
import type { BuyerOrder } from "../../../contract/buyer-orders.ts";
import { limits } from "../../../contract/limits.ts";
import type { PageModel } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { useBfcacheRestore } from "../../lib/use-bfcache-restore.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { failureText, mailOrder } from "../api.ts";
import { Note } from "../layout/card-page.tsx";

const FALLBACK = "The mail could not be sent. Please try again.";

type OrderMailProps = {
  orderToken: string;
  order: BuyerOrder;
  mailed: Extract<PageModel, { page: "order" }>["mailed"];
};

/** Mails the links of a paid order once more; a plain form, which scripts turn into a call. */
export function OrderMail({ orderToken, order, mailed }: OrderMailProps) {
  const to = order.mail_to;
  const [sent, setSent] = useState(mailed?.sent ?? false);
  const [problem, setProblem] = useState(mailed?.sent === false ? mailed.problem : null);
  const [sending, setSending] = useState(false);
  const started = useRef(false);
  const reset = () => {
    started.current = false;
    setSending(false);
  };
  useBfcacheRestore(reset);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (started.current) return;
    const email = String(new FormData(event.currentTarget).get("email") ?? "").trim();
    if (to === null && email === "") return setProblem("Enter the email that the links should go to.");
    started.current = true;
    setSending(true);
    setProblem(null);
    setSent(false);
    try {
      await mailOrder({ orderToken, email });
      // The page has news then: a fresh link in place of the one that had expired, or an address.
      if (to === null || hasExpired(order)) return location.replace(paths.orderMailed(orderToken));
      setSent(true);
    } catch (error) {
      setProblem(failureText(error, FALLBACK));
    }
    reset();
  };
  const what = order.product.type === "digital" ? "links" : "receipt";
  return (
    <form
      method="post"
      action={paths.orderMail(orderToken)}
      onSubmit={submit}
      noValidate
      className="grid grid-cols-1 gap-3 border-t border-line pt-5"
    >
      {to === null && (
        <EmailField
          value={mailed?.sent === false ? mailed.email : ""}
          problem={problem !== null}
          handle={order.creator.handle}
        />
      )}
      <Button type="submit" busy={sending}>
        {sending ? "Sending…" : `Email me the ${what}`}
      </Button>
      {to !== null && !sent && (
        <p className="text-center text-sm [overflow-wrap:anywhere] text-muted">To {to}</p>
      )}
      <div>
        <div role="status">{sent && to !== null && <Note tone="good">Sent to {to}.</Note>}</div>
        {problem !== null && (
          <Note tone="bad" role="alert">
            <span id="mail-problem">{problem}</span>
          </Note>
        )}
      </div>
    </form>
  );
}

function EmailField({ value, problem, handle }: { value: string; problem: boolean; handle: string }) {
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor="email" className="font-semibold">
        Email
      </label>
      <Input
        id="email"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={value}
        maxLength={limits.email.max}
        aria-describedby={problem ? "mail-problem email-help" : "email-help"}
        aria-invalid={problem || undefined}
      />
      <p id="email-help" className="text-sm wrap-anywhere text-muted">
        We'll save this email with your order.{handle !== "" && ` @${handle} can see it.`}
      </p>
    </div>
  );
}

function hasExpired({ download }: BuyerOrder): boolean {
  return download !== null && Date.parse(download.expires_at) <= Date.now();
}
