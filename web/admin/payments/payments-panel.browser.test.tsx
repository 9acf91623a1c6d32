import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type PaymentReview, paymentReviewRoutes } from "../../../contract/api/payment-reviews.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aPage } from "../../testing/admin-entities.ts";
import { aCreator } from "../../testing/console-entities.ts";
import { expectLink } from "../../testing/expectations.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { renderAdmin } from "../../testing/render-console.tsx";

const creator = aCreator();
const held: PaymentReview = {
  id: "0190b4a0-0000-7000-8000-000000000001",
  kind: "held",
  reason: "amount 2400 instead of 2500",
  order_id: 17,
  product_name: "Field notes",
  creator: { id: creator.id + 1, handle: "nora" },
  amount_cents: 2500,
  currency: "eur",
  provider: "stripe",
  mode: "live",
  refund: null,
  at: "2026-01-02T14:05:00.000Z",
};
const duplicate: PaymentReview = { ...held, kind: "duplicate", reason: null };
const withRefund = (status: "asked" | "pending" | "done" | "failed", failure: string | null = null) => ({
  amount_cents: 2500,
  status,
  failure,
});

const show = (payments: PaymentReview[]) =>
  renderAdmin("/admin/users?tab=payments", (server) =>
    server.respond(paymentReviewRoutes.list, { payments, ...aPage(payments.length) }),
  );

test("explains a held payment, gives advice and links its creator", async () => {
  await show([held]);
  const row = page.getByRole("listitem").filter({ hasText: "Field notes" });
  await expect.element(row).toHaveTextContent("€25.00 for Field notesHeld");
  await expect
    .element(row)
    .toHaveTextContent("€24.00 was paid instead of €25.00. Nothing was delivered and nothing returned.");
  await expect.element(row).toHaveTextContent("Ask @nora to compare it with the order at Stripe");
  await expect.element(row).toHaveTextContent("Order #17");
  await expectLink("@nora", "/admin/users?search=%40nora", row);
  expect(row.getByRole("link", { name: "Order #17" }).elements()).toEqual([]);
  await expectAccessibleAndFits();
});

test("names the provider of the payment", async () => {
  await show([
    { ...held, provider: "mollie" },
    { ...duplicate, id: "2", provider: "mollie", refund: withRefund("failed", "balance") },
  ]);
  await expect.element(page.getByText(/compare it with the order at Mollie/)).toBeVisible();
  await expect.element(page.getByText(/return the money at Mollie or by bank transfer/)).toBeVisible();
});

test("links the administrator's own order", async () => {
  await show([{ ...held, creator: { id: creator.id, handle: creator.handle } }]);
  await expectLink("Order #17", "/dashboard/orders/17");
});

test.for([
  [
    "a duplicate on its way back",
    { ...duplicate, refund: withRefund("pending") },
    "Refunding",
    "nothing to repeat",
  ],
  ["a refunded duplicate", { ...duplicate, refund: withRefund("done") }, "Refunded", "was refunded"],
  [
    "a refund that failed",
    { ...duplicate, refund: withRefund("failed", "expired_or_canceled_card") },
    "Refund failed",
    "(expired or canceled card).Ask @nora to return",
  ],
  [
    "a held payment that was returned",
    { ...held, refund: withRefund("done") },
    "Returned",
    "€25.00 was returned",
  ],
  ["one of a deleted creator", { ...held, creator: null }, "Held", "Ask whoever has the account"],
] as const)("explains %s", async ([, payment, badge, text]) => {
  await show([payment]);
  const row = page.getByRole("listitem").filter({ hasText: "Field notes" });
  await expect.element(row).toHaveTextContent(badge);
  await expect.element(row).toHaveTextContent(text);
});

test("says that there are no payments to check, and offers the sales of a year", async () => {
  await show([]);
  await expect.element(page.getByText("No payments to check.")).toBeVisible();
  const year = new Date().getUTCFullYear();
  const download = page.getByRole("link", { name: "Download CSV" });
  await expect.element(download).toHaveAttribute("href", `/api/admin/sellers.csv?year=${year}`);
  await page.getByLabelText("Year").selectOptions(String(year - 1));
  await expect.element(download).toHaveAttribute("href", `/api/admin/sellers.csv?year=${year - 1}`);
  await expectAccessible();
});
