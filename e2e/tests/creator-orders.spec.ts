import type { Page } from "@playwright/test";
import { confirmEmail, linkIn, test } from "../support/account-site.ts";
import { expect } from "../support/fixtures.ts";
import { tabTo } from "../support/keyboard.ts";
import { buyByCalls, sellBowlAndTip } from "../support/orders.ts";

// One installation serves them all.
test.describe.configure({ mode: "default" });

const row = (page: Page, name: RegExp) => page.getByRole("row", { name });

test("a creator is emailed about a sale and finds it in the list", async ({ page, creator, site }) => {
  await confirmEmail(creator, site);
  await creator.signIn(page.context());
  await page.goto("/dashboard/products");
  await expect(page.getByText("No products yet.")).toBeVisible();
  await page.getByRole("link", { name: "Orders" }).click();
  await expect(page).toHaveTitle("Orders · Tessera");
  await expect(page.getByRole("heading", { name: "Orders", level: 1 })).toBeVisible();
  await expect(page.getByText("No sales yet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Export CSV" })).toHaveCount(0);
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Products" }).click();
  await expect(page).toHaveTitle("Products · Tessera");

  const { bowl } = await sellBowlAndTip(creator);
  await buyByCalls(page.request, bowl, { email: "buyer@example.org" });
  const saleEmail = await site.mailTo(creator.user.email, 2);
  expect(saleEmail.mail.subject).toMatch(/^You made a sale: order MOCK-\d+-1 at [\w.:]+$/);
  expect(saleEmail.mail.text).toContain("buyer@example.org");
  await page.goto(linkIn(saleEmail, site));
  await expect(row(page, /Bowl.*€25\.00.*€1\.25.*€23\.75.*Paid.*buyer@example\.org/)).toBeVisible();
  await expect(page.getByText("No money was charged.")).toBeVisible();
});

test("a receipt is resent by keyboard, after a confirmation", async ({ page, creator, site, guard }) => {
  guard.allow(/status of 503 .*\/resend$/);
  await confirmEmail(creator, site);
  const { bowl } = await sellBowlAndTip(creator);
  const email = `lost-${creator.user.handle}@example.org`;
  await buyByCalls(page.request, bowl, { email });
  await site.mailTo(email);
  await creator.signIn(page.context());
  await page.goto("/dashboard/products?view=orders");
  const resend = page.getByRole("button", { name: `to ${email}` });
  await expect(resend).toBeVisible();
  await tabTo(page, resend);
  await page.keyboard.press("Enter");
  const asking = page.getByRole("dialog", { name: "Resend receipt?" });
  await expect(asking).toContainText(email);
  await page.keyboard.press("Escape");
  await expect(asking).toBeHidden();
  await expect(resend).toBeFocused();

  await page.keyboard.press("Enter");
  await page.route("**/resend", (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await asking.getByRole("button", { name: "Resend", exact: true }).click();
  await expect(asking.getByRole("alert")).toHaveText("Couldn't resend the receipt.");
  await asking.getByRole("button", { name: "Resend", exact: true }).click();
  await expect(page.getByText(`Receipt sent to ${email}.`)).toBeVisible();
  await expect(asking).toBeHidden();
  await expect(resend).toBeFocused();
  const again = await site.mailTo(email, 2);
  expect(again.mail.subject).toMatch(/^Your order MOCK-\d+-1 at [\w.:]+, again$/);
  await page.goto(linkIn(again, site));
  await expect(page.getByRole("heading", { name: "Your order" })).toBeVisible();
});
