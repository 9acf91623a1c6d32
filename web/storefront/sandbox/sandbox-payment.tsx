import type { ReactNode } from "react";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { formatMoney } from "../../lib/format.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Failure, Note } from "../layout/card-page.tsx";
import { Action, ActionForm, SandboxPage } from "./sandbox-page.tsx";

type Props = { model: ModelOf<"sandbox-payment"> };

const STATUS_TEXTS = {
  open: null,
  processing: "The bank is processing this payment.",
  paid: "This payment is paid. Nothing is charged twice.",
  failed: "The bank rejected this payment. Nothing was charged.",
  expired: "This payment has expired. Nothing was charged.",
  cancelled: "This payment was cancelled. Nothing was charged.",
} as const;

/** The payment page, with every action of the buyer, the bank and, after the payment, the seller. */
export function SandboxPayment({ model }: Props) {
  const { status, problem, losesNextEvent, later } = model;
  const statusText = STATUS_TEXTS[status];
  return (
    <SandboxPage title="Sandbox payment">
      <Failure text={problem} />
      {losesNextEvent && <Note tone="warn">The next event about this payment will not be delivered.</Note>}
      <Lines model={model} />
      {statusText && <p className="font-semibold">{statusText}</p>}
      <Actions model={model} />
      {later && <Later model={model} later={later} />}
    </SandboxPage>
  );
}

function Lines({ model: { lines, amount, currency, email, orderNumber } }: Props) {
  return (
    <dl className="grid gap-1.5 rounded-control border border-line px-4 py-3">
      {lines.map(({ name, amount: price }) => (
        <Line key={name} name={name}>
          {formatMoney(price, currency)}
        </Line>
      ))}
      <Line name="Total">
        <strong>{formatMoney(amount, currency)}</strong>
      </Line>
      {orderNumber !== "" && <Line name="Order">{orderNumber}</Line>}
      {email && <Line name="Email">{email}</Line>}
    </dl>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt dir="auto" className="min-w-0 break-words">
        {name}
      </dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

function Actions({ model }: Props) {
  const { status, amount, currency } = model;
  if (status === "open") {
    return (
      <Form model={model} canLose>
        <Action name="pay" primary>
          Pay {formatMoney(amount, currency)}
        </Action>
        {model.allowLate && <Action name="pay-late">Pay by a method that takes days</Action>}
        <Action name="decline">Decline the card</Action>
        <Action name="leave">Leave without paying</Action>
      </Form>
    );
  }
  if (status === "processing") {
    return (
      <Form model={model} canLose>
        <Action name="confirm" primary>
          The bank confirms the payment
        </Action>
        <Action name="reject">The bank rejects the payment</Action>
        <Action name="leave">Return to the shop</Action>
      </Form>
    );
  }
  return (
    <Form model={model}>
      <Action name="leave" primary>
        Return to the shop
      </Action>
    </Form>
  );
}

function Later({ model, later }: Props & { later: NonNullable<ModelOf<"sandbox-payment">["later"]> }) {
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <h2 className="text-xl">Simulate later events</h2>
      {later.isDisputed && (
        <Form model={model}>
          <Action name="win">End the dispute: the seller wins</Action>
          <Action name="lose">End the dispute: the buyer wins</Action>
        </Form>
      )}
      {later.refundable === 0 ? (
        <p>Everything is refunded.</p>
      ) : (
        <Form model={model} canLose>
          <Field
            label="Refund at the provider"
            help={`At most ${formatMoney(later.refundable, model.currency)}.`}
          >
            {(control) => <Input {...control} name="amount" inputMode="decimal" autoComplete="off" />}
          </Field>
          <Action name="refund">Refund this amount</Action>
          <Action name="refund-rest">Refund {formatMoney(later.refundable, model.currency)}</Action>
          {!later.isDisputed && <Action name="dispute">The buyer disputes the payment</Action>}
        </Form>
      )}
    </section>
  );
}

function Form({ model, canLose, children }: Props & { canLose?: true; children: ReactNode }) {
  return (
    <ActionForm path={paths.sandboxPayment(model.paymentId)}>
      {children}
      {canLose && !model.losesNextEvent && <Action name="lose-event">Do not deliver the next event</Action>}
    </ActionForm>
  );
}
