import type { Page } from "@playwright/test";
import { addManyTiles } from "../support/database.ts";
import { expect, signedInTest as test } from "../support/fixtures.ts";

test.use({ isEmailVerified: true });

const UPGRADE = "/checkout/stripe";

const pay = (page: Page) => page.getByRole("button", { name: "Upgrade with Stripe" });
const respond = (page: Page, result: "Succeed" | "Cancel") =>
  page.getByRole("button", { name: new RegExp(`^${result}`) }).click();

test("a cancelled and then paid checkout changes badges, limits and fee at once, and a downgrade reverts them", async ({
  page,
  creator,
  openVisitor,
}) => {
  await addManyTiles(creator.user.handle, 5);
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Plan" })).toContainText("Free plan tile limit reached.");
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page.getByText("Platform fee: 5.00%")).toBeVisible();
  await page.getByRole("link", { name: "Upgrade with Stripe" }).click();
  await expect(page).toHaveURL(UPGRADE);
  await expect(page.getByText("€9.00")).toBeVisible();
  await pay(page).click();
  await respond(page, "Cancel");
  await expect(page).toHaveURL(`${UPGRADE}?status=cancel`);
  await expect(
    page.getByRole("status").getByText("Checkout was cancelled. You can resume whenever you’re ready."),
  ).toBeVisible();
  await pay(page).click();
  await expect(page.getByText("This is a sandbox.")).toBeVisible();
  await respond(page, "Succeed");

  const active = "Creator plan active — unlimited tiles and full analytics unlocked.";
  await expect(page.getByRole("status").filter({ hasText: active })).toBeVisible();
  await expect(page.getByRole("button", { name: "Plan active" })).toBeDisabled();
  await page.getByRole("link", { name: "Page", exact: true }).click();
  const plan = page.getByRole("region", { name: "Plan" });
  await expect(plan).toContainText("Creator (s)");
  await expect(plan).toContainText(active);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page.getByText("Platform fee: 0.00%")).toBeVisible();
  await creator.addTile({ title: "A sixth" });
  const visitor = await openVisitor();
  await visitor.goto(creator.page);
  await expect(visitor.getByText("Verified creator")).toHaveCount(1);
  await expect(visitor.getByText("Made with Tessera")).toHaveCount(0);

  await page.getByRole("radio", { name: "Free" }).check({ force: true });
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch to Free" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(plan).toContainText("Free");
  await expect(plan).toContainText("Free plan tile limit reached.");
  await visitor.goto(creator.page);
  await expect(visitor.getByText("A sixth")).toBeVisible();
  await expect(visitor.getByText("Made with Tessera")).toHaveCount(1);
});
