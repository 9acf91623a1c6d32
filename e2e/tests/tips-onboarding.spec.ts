import type { Page } from "@playwright/test";
import { expect, signedInTest as test } from "../support/fixtures.ts";

test.use({ isEmailVerified: true });

const SETTINGS = "/dashboard/settings";

const account = (page: Page) => page.getByRole("region", { name: "Get paid" });
const accept = (page: Page) => page.getByRole("switch", { name: "Accept tips" });

async function goToProvider(page: Page, button: string) {
  await account(page).getByRole("button", { name: button }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Continue to Stripe" }).click();
  await expect(page.getByText("This is a sandbox.")).toBeVisible();
}

test("onboarding leads to a tip button, and a past due requirement removes it again", async ({
  page,
  creator,
  openVisitor,
}) => {
  const visitor = await openVisitor();
  const tipButton = visitor.getByRole("button", { name: "Leave a tip" });
  await page.goto(SETTINGS);
  await expect(accept(page)).toBeDisabled();

  await goToProvider(page, "Start Stripe onboarding");
  await expect(page.getByText("Step 1 of 3")).toBeVisible();
  await page.getByRole("button", { name: "Answer and continue" }).click();
  await expect(page.getByText("Step 2 of 3")).toBeVisible();
  await page.getByRole("button", { name: "Leave for now" }).click();

  await expect(page).toHaveURL(new RegExp(`${SETTINGS}(\\?|$)`));
  await expect(account(page).getByRole("listitem")).toHaveCount(2);
  await expect(accept(page)).toBeDisabled();
  await goToProvider(page, "Resume onboarding");
  await expect(page.getByText("Step 2 of 3")).toBeVisible();
  await page.getByRole("button", { name: "Answer and continue" }).click();
  await page.getByRole("button", { name: "Answer and finish" }).click();
  await expect(page.getByRole("heading", { name: "Sandbox account" })).toBeVisible();
  await page.getByRole("button", { name: "Return to Tessera" }).click();

  await expect(account(page)).toContainText("Your Stripe account is connected and complete.");
  await visitor.goto(creator.page);
  await expect(tipButton).toHaveCount(0);
  const saved = page.waitForResponse("**/api/connect/tips");
  await accept(page).click();
  await saved;
  await expect(accept(page)).toBeChecked();
  await expect(accept(page)).toBeEnabled();
  await visitor.goto(creator.page);
  await tipButton.click();
  await expect(visitor.getByText("Tip checkout is coming soon — watch this space!")).toBeVisible();

  await creator.addTile({ type: "tip", title: "Buy me a coffee", tipCents: 300 });
  await visitor.goto(creator.page);
  await visitor.getByRole("link", { name: "Leave a tip" }).click();
  const dialog = visitor.getByRole("dialog");
  await dialog.getByText("Other", { exact: true }).click();
  await dialog.getByLabel("Other amount (EUR)").fill("7,50");
  await dialog.getByLabel("Note to the creator").fill("Thank you!");
  await dialog.getByRole("button", { name: "Send Tip" }).click();
  await expect(visitor).toHaveURL(/\/checkout\/(pay|mock)\//);
  await expect(visitor.getByText("€7.50").first()).toBeVisible();
  await expect(visitor.getByLabel("Note to the creator")).toHaveValue("Thank you!");

  await goToProvider(page, "Manage Stripe account");
  await page.getByRole("button", { name: "Mark a requirement past due" }).click();
  await expect(page.getByText("This requirement is past due.")).toBeVisible();
  await expect
    .poll(async () => {
      await visitor.goto(creator.page);
      return tipButton.count();
    })
    .toBe(0);
  await page.getByRole("button", { name: "Answer and finish" }).click();
  await page.getByRole("button", { name: "Disconnect this account" }).click();
  await expect(account(page).getByRole("button", { name: "Start Stripe onboarding" })).toBeVisible();
});
