import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { PageModel } from "../../../contract/pages/pages.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage } from "../../testing/render-page.tsx";

type Checkout = Extract<PageModel, { page: "sandbox-checkout" }>;
type Payment = Extract<PageModel, { page: "sandbox-payment" }>;
type Onboarding = Extract<PageModel, { page: "sandbox-onboarding" }>;

const checkout: Checkout = {
  page: "sandbox-checkout",
  sessionId: "cs_test_1",
  status: "open",
  offer: { name: "Creator", amount: 900, currency: "eur", interval: "month" },
  problem: null,
};
const onboarding: Onboarding = {
  page: "sandbox-onboarding",
  token: "token",
  step: 0,
  steps: 3,
  isLate: false,
};

const payment: Payment = {
  page: "sandbox-payment",
  paymentId: "cs_test_1",
  status: "open",
  orderNumber: "T-1",
  lines: [
    { name: "A field guide to mosaics", amount: 1_450 },
    { name: "Shipping", amount: 500 },
  ],
  amount: 1_950,
  currency: "eur",
  email: "buyer@example.org",
  losesNextEvent: false,
  allowLate: true,
  problem: null,
  later: null,
};

const portal: Extract<PageModel, { page: "sandbox-portal" }> = {
  page: "sandbox-portal",
  path: "/sandbox/portal/cs_test_1?back=%2Fdashboard%2Fsettings",
  back: "/dashboard/settings",
  state: "overdue",
  invoices: [
    { at: "2026-01-02T14:05:00.000Z", amount: 900, currency: "eur", isPaid: true },
    { at: "2026-02-02T14:05:00.000Z", amount: 900, currency: "eur", isPaid: false },
  ],
  done: "The renewal failed. The plan stays while the provider tries again.",
};

const STATES: [name: string, model: Checkout | Payment | Onboarding | typeof portal, text: string][] = [
  ["an invoice that is not paid", portal, "The last renewal was not paid."],
  ["an open payment", payment, "This is a sandbox."],
  [
    "a declined card",
    { ...payment, problem: "The card was declined. Nothing was charged; you can try again." },
    "The card was declined.",
  ],
  ["a late payment", { ...payment, status: "processing" }, "The bank is processing this payment."],
  ["a rejected payment", { ...payment, status: "failed" }, "The bank rejected this payment."],
  ["an expired payment", { ...payment, status: "expired" }, "This payment has expired."],
  [
    "a payment that loses its next event",
    { ...payment, losesNextEvent: true },
    "The next event about this payment will not be delivered.",
  ],
  [
    "a paid payment of one's own",
    { ...payment, status: "paid", later: { refundable: 1_950, isDisputed: false } },
    "At most €19.50.",
  ],
  [
    "a disputed payment of one's own",
    { ...payment, status: "paid", later: { refundable: 1_950, isDisputed: true } },
    "End the dispute: the seller wins",
  ],
  [
    "a refunded payment of one's own",
    { ...payment, status: "paid", later: { refundable: 0, isDisputed: false } },
    "Everything is refunded.",
  ],
  ["an open checkout", checkout, "This is a sandbox."],
  [
    "a rejected card",
    { ...checkout, problem: "The payment failed: the card was refused." },
    "The payment failed: the card was refused.",
  ],
  ["a completed checkout", { ...checkout, status: "complete" }, "This subscription is already paid for."],
  ["an expired checkout", { ...checkout, status: "expired" }, "This checkout has ended."],
  ["an onboarding step", onboarding, "Step 1 of 3"],
  ["a past due requirement", { ...onboarding, step: 2, isLate: true }, "This requirement is past due."],
  ["a complete account", { ...onboarding, step: null }, "Sandbox account"],
];

test.for(STATES)("explains the state accessibly at every width: %s", async ([, model, text]) => {
  renderPage(model);
  await expect.element(page.getByText(text).first()).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("leads from a missing sandbox page to the settings", async () => {
  renderPage({ page: "sandbox-missing" });
  await expect.element(page.getByRole("heading", { name: "This page no longer exists." })).toBeVisible();
  const link = page.getByRole("link", { name: "Go to your settings" });
  await expect.element(link).toHaveAttribute("href", "/dashboard/settings");
  await expectAccessibleAtEveryWidth();
});

const paid: Payment = { ...payment, status: "paid" };
const ACTIONS: [name: string, model: Payment, actions: string][] = [
  ["an open payment", payment, "pay pay-late decline leave lose-event"],
  [
    "one whose seller takes no late payments",
    { ...payment, allowLate: false },
    "pay decline leave lose-event",
  ],
  ["a late payment", { ...payment, status: "processing" }, "confirm reject leave lose-event"],
  ["a payment that loses its next event", { ...payment, losesNextEvent: true }, "pay pay-late decline leave"],
  ["an expired payment", { ...payment, status: "expired" }, "leave"],
  ["somebody else's paid payment", paid, "leave"],
  [
    "a paid payment of one's own",
    { ...paid, later: { refundable: 1, isDisputed: false } },
    "leave refund refund-rest dispute lose-event",
  ],
  [
    "a disputed payment of one's own",
    { ...paid, later: { refundable: 1, isDisputed: true } },
    "leave win lose refund refund-rest lose-event",
  ],
];

test.for(ACTIONS)("offers the possible events of %s", async ([, model, actions]) => {
  renderPage(model);
  await expect.element(page.getByRole("heading", { name: "Sandbox payment" })).toBeVisible();
  const buttons = [...document.querySelectorAll<HTMLButtonElement>("main button[name=action]")];
  expect(buttons.map(({ value }) => value).join(" ")).toBe(actions);
  for (const { form } of buttons) expect(form?.getAttribute("action")).toBe("/sandbox/payments/cs_test_1");
});
