import type { ModelOf } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { formatMoney } from "../../lib/format.ts";
import { Failure } from "../layout/card-page.tsx";
import { Action, ActionForm, SandboxPage } from "./sandbox-page.tsx";

/** The subscription's checkout with the three results of a real one. */
export function SandboxCheckout({ model }: { model: ModelOf<"sandbox-checkout"> }) {
  const { offer, problem, status } = model;
  return (
    <SandboxPage title="Sandbox checkout">
      <Failure text={problem} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-control border border-line px-4 py-3">
        <span className="font-semibold">{offer.name}</span>
        <span>
          <strong>{formatMoney(offer.amount, offer.currency)}</strong> per {offer.interval}
        </span>
      </div>
      {status !== "open" && <p className="font-semibold">{SETTLED[status]}</p>}
      <Ways model={model} />
    </SandboxPage>
  );
}

const SETTLED = {
  complete: "This subscription is already paid for. Nothing is charged twice.",
  expired: "This checkout has ended. Start again from the upgrade page; nothing was charged.",
} as const;

function Ways({ model: { sessionId, status } }: { model: ModelOf<"sandbox-checkout"> }) {
  return (
    <ActionForm path={paths.sandboxCheckout(sessionId)}>
      {status === "open" && (
        <>
          <Action name="succeed" primary>
            Succeed: pay for the plan
          </Action>
          <Action name="fail">Fail: the card is refused</Action>
        </>
      )}
      {status === "complete" ? (
        <Action name="succeed" primary>
          Continue
        </Action>
      ) : (
        <Action name="cancel">{status === "open" ? "Cancel: do not pay" : "Go back"}</Action>
      )}
    </ActionForm>
  );
}
