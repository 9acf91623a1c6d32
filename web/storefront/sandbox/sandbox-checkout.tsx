import type { PageModel } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { formatMoney } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { CardPage, Note } from "../layout/card-page.tsx";
import { SandboxNote } from "./sandbox-note.tsx";

type SandboxCheckoutModel = Extract<PageModel, { page: "sandbox-checkout" }>;

/** The subscription's checkout, with the three ways that a real one can end. */
export function SandboxCheckout({ model }: { model: SandboxCheckoutModel }) {
  const { offer, problem, status } = model;
  return (
    <CardPage>
      <div className="grid grid-cols-1 gap-5">
        <h1 className="text-3xl">Sandbox checkout</h1>
        <SandboxNote />
        {problem && (
          <Note tone="bad" role="alert">
            {problem}
          </Note>
        )}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-control border border-line px-4 py-3">
          <span className="font-semibold">{offer.name}</span>
          <span>
            <strong>{formatMoney(offer.amount, offer.currency)}</strong> per {offer.interval}
          </span>
        </div>
        {status !== "open" && <p className="font-semibold">{SETTLED[status]}</p>}
        <Ways model={model} />
      </div>
    </CardPage>
  );
}

const SETTLED = {
  complete: "This subscription is already paid for. Nothing is charged twice.",
  expired: "This checkout has ended. Start again from the upgrade page; nothing was charged.",
} as const;

function Ways({ model: { sessionId, status } }: { model: SandboxCheckoutModel }) {
  return (
    <form method="post" action={paths.sandboxCheckout(sessionId)} className="grid grid-cols-1 gap-2.5">
      {status === "open" && (
        <>
          <Button type="submit" name="action" value="succeed" variant="primary">
            Succeed: pay for the plan
          </Button>
          <Button type="submit" name="action" value="fail">
            Fail: the card is refused
          </Button>
        </>
      )}
      {status === "complete" ? (
        <Button type="submit" name="action" value="succeed" variant="primary">
          Continue
        </Button>
      ) : (
        <Button type="submit" name="action" value="cancel">
          {status === "open" ? "Cancel: do not pay" : "Go back"}
        </Button>
      )}
    </form>
  );
}
