import type { ModelOf } from "../../../contract/pages/pages.ts";
import { formatDay, formatMoney } from "../../lib/format.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Note } from "../layout/card-page.tsx";
import { Action, ActionForm, SandboxPage } from "./sandbox-page.tsx";

const STATES = {
  active: "The subscription is active.",
  overdue: "The last renewal was not paid. The card is tried again.",
  ended: "The subscription has ended.",
} as const;

/** The card and invoices of the subscription, with buttons that simulate events of the card. */
export function SandboxPortal({ model }: { model: ModelOf<"sandbox-portal"> }) {
  const { path, back, state, invoices, done } = model;
  return (
    <SandboxPage title="Sandbox card and invoices">
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
        <ActionForm path={path}>
          <Action name="card" primary>
            Change the card
          </Action>
          <Action name="fail">Let the next renewal fail</Action>
        </ActionForm>
      )}
      <a href={back} className={buttonClass()}>
        Back to the settings
      </a>
    </SandboxPage>
  );
}
