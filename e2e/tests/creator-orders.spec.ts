import type { Page } from "@playwright/test";
import { confirmEmail, linkIn, test } from "../support/account-site.ts";
import { expect } from "../support/fixtures.ts";
import { buyByCalls, sellBowlAndTip } from "../support/orders.ts";

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
  expect(saleEmail.mail.subject).toBe("Sold: Bowl, €25.00");
  expect(saleEmail.mail.text).toContain("buyer@example.org");
  await page.goto(linkIn(saleEmail, site));
  await expect(page.getByText("buyer@example.org")).toBeVisible();
  await page.goto("/dashboard/products?view=orders");
  await expect(row(page, /Bowl.*€25\.00.*€1\.25.*€23\.75.*Paid.*buyer@example\.org/)).toBeVisible();
  await expect(page.getByText("No money was charged.")).toBeVisible();
});
