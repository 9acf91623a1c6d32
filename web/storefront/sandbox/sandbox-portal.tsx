import type { PageModel } from "../../../contract/pages/pages.ts";
import { formatDay, formatMoney } from "../../lib/format.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CardPage, Note } from "../layout/card-page.tsx";
import { SandboxNote } from "./sandbox-note.tsx";

type SandboxPortalModel = Extract<PageModel, { page: "sandbox-portal" }>;

const STATES = {
  active: "The subscription is active.",
  overdue: "The last renewal was not paid. The card is tried again.",
  ended: "The subscription has ended.",
} as const;

/** Card and invoices of the subscription, with what can happen to a card. */
export function SandboxPortal({ model }: { model: SandboxPortalModel }) {
  const { path, back, state, invoices, done } = model;
  return (
    <CardPage>
      <div className="grid grid-cols-1 gap-5">
        <h1 className="text-3xl">Sandbox card and invoices</h1>
        <SandboxNote />
        {done && (
          <Note tone="good" role="status">
            {done}
          </Note>
        )}
        <p className="font-semibold">{STATES[state]}</p>
        <ul className="grid gap-2">
          {invoices.map(({ at, amount, currency, isPaid }) => (
            <li
              key={`${at} ${isPaid}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-control border border-line px-4 py-3"
            >
              <span>Invoice of {formatDay(at)}</span>
              <span>
                <strong>{formatMoney(amount, currency)}</strong> {isPaid ? "paid" : "not paid"}
              </span>
            </li>
          ))}
        </ul>
        {state !== "ended" && (
          <form method="post" action={path} className="grid grid-cols-1 gap-2.5">
            <Button type="submit" name="action" value="card" variant="primary">
              Change the card
            </Button>
            <Button type="submit" name="action" value="fail">
              Let the next renewal fail
            </Button>
          </form>
        )}
        <a href={back} className={buttonClass()}>
          Back to the settings
        </a>
      </div>
    </CardPage>
  );
}
