import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { PageModel } from "../../../contract/pages.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage } from "../../testing/render-page.tsx";

type Checkout = Extract<PageModel, { page: "sandbox-checkout" }>;
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

const STATES: [name: string, model: Checkout | Onboarding, text: string][] = [
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

test.for(STATES)("%s says so and is accessible at every width", async ([, model, text]) => {
  renderPage(model);
  await expect.element(page.getByText(text).first()).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("a sandbox page that does not exist leads to the settings", async () => {
  renderPage({ page: "sandbox-missing" });
  await expect.element(page.getByRole("heading", { name: "This page no longer exists." })).toBeVisible();
  const link = page.getByRole("link", { name: "Go to your settings" });
  await expect.element(link).toHaveAttribute("href", "/dashboard/settings");
  await expectAccessibleAtEveryWidth();
});
