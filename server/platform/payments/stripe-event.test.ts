import { expect, test } from "vitest";
import { parseEvent } from "./stripe-event.ts";

const resourceOf = (event: object) =>
  parseEvent(Buffer.from(JSON.stringify({ id: "evt_1", livemode: false, ...event })))?.resource;
const payment = {
  kind: "payment",
  account: "acct_1",
  id: null,
  intent: null,
  reference: null,
};

test("reads a checkout of a connected account as a payment in every mode", () => {
  const object = { id: "cs_1", object: "checkout.session", client_reference_id: "a-payment" };
  for (const type of ["completed", "async_payment_succeeded", "async_payment_failed", "expired"]) {
    expect(resourceOf({ type: `checkout.session.${type}`, account: "acct_1", data: { object } })).toEqual({
      ...payment,
      id: "cs_1",
      reference: "a-payment",
    });
  }
});

test("distinguishes a sale from the plan's subscription by the mode on the installation's own account", () => {
  const object = { id: "cs_1", metadata: { tessera_reference: "a-reference" } };
  const checkoutOf = (mode?: string) =>
    resourceOf({ type: "checkout.session.completed", data: { object: { ...object, mode } } });
  expect(checkoutOf("payment")).toMatchObject({ kind: "payment", account: null, reference: "a-reference" });
  for (const mode of ["subscription", undefined]) {
    expect(checkoutOf(mode)).toEqual({ kind: "checkout", id: "cs_1", reference: "a-reference" });
  }
});

test.for([
  ["payment_intent.succeeded", { id: "pi_1", object: "payment_intent" }],
  ["payment_intent.processing", { id: "pi_1", object: "payment_intent" }],
  ["payment_intent.payment_failed", { id: "pi_1", object: "payment_intent" }],
  ["charge.refunded", { id: "ch_1", object: "charge", payment_intent: "pi_1" }],
  ["refund.failed", { id: "re_1", object: "refund", payment_intent: { id: "pi_1" } }],
  ["charge.dispute.created", { id: "dp_1", object: "dispute", payment_intent: "pi_1" }],
  ["charge.dispute.funds_reinstated", { id: "dp_1", object: "dispute", payment_intent: "pi_1" }],
] as const)("reads the payment of %s by its intent", ([type, object]) => {
  const metadata = { tessera_reference: "a-payment" };
  expect(resourceOf({ type, account: "acct_1", data: { object: { ...object, metadata } } })).toEqual({
    ...payment,
    intent: "pi_1",
    reference: "a-payment",
  });
});

test("returns no resource for other events about money and for charges without an intent", () => {
  const object = { id: "ch_1", object: "charge" };
  expect(resourceOf({ type: "charge.refunded", account: "acct_1", data: { object } })).toBeNull();
  expect(
    resourceOf({ type: "charge.updated", data: { object: { ...object, payment_intent: "pi" } } }),
  ).toBeNull();
  expect(resourceOf({ type: "payment_intent.created", data: { object: { id: "pi_1" } } })).toBeNull();
});

test("returns the account of a thin event", () => {
  const thin = {
    object: "v2.core.event",
    context: null,
    related_object: { id: "acct_1", type: "v2.core.account", url: "/v2/core/accounts/acct_1" },
  };
  for (const type of [
    "v2.core.account[requirements].updated",
    "v2.core.account[configuration.merchant].capability_status_updated",
    "v2.core.account.closed",
  ]) {
    expect(resourceOf({ ...thin, type }), type).toEqual({
      kind: "account",
      id: "acct_1",
      deauthorized: false,
    });
    expect(resourceOf({ ...thin, type, related_object: null }), type).toBeNull();
  }
  expect(resourceOf({ ...thin, type: "v2.core.account_person.updated" })).toBeNull();
});

test("returns no resource for malformed parts of an event, without an error", () => {
  for (const object of [{ id: 7 }, { id: "a b" }, { payment_intent: [] }, {}]) {
    expect(resourceOf({ type: "checkout.session.completed", data: { object } })).toBeNull();
    expect(resourceOf({ type: "payment_intent.succeeded", data: { object } })).toBeNull();
  }
  const metadata = { tessera_reference: "with spaces" };
  expect(
    resourceOf({
      type: "checkout.session.expired",
      account: "acct_1",
      data: { object: { id: "cs_1", metadata } },
    }),
  ).toEqual({ ...payment, id: "cs_1" });
});
