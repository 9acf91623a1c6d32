import type { Page } from "@playwright/test";
import { expect, signedInTest as test } from "../support/fixtures.ts";

const opener = (page: Page) => page.getByRole("button", { name: "Feedback", exact: true });
const panel = (page: Page) => page.getByRole("dialog", { name: "Feedback" });
const message = (page: Page) => panel(page).getByLabel("Message");
const send = (page: Page) => panel(page).getByRole("button", { name: "Send feedback" });

test("feedback about a creator's own page is sent from the dashboard, by keyboard", async ({
  page,
  creator,
}) => {
  await page.goto(creator.page);
  await page.getByRole("link", { name: "Feedback" }).press("Enter");
  await expect(panel(page)).toBeFocused();
  await expect(page).toHaveURL("/dashboard");
  await message(page).fill("A thought.");
  const requested = page.waitForRequest("**/api/feedback");
  await send(page).press("Enter");
  expect((await requested).postDataJSON()).toMatchObject({ message: "A thought.", page: creator.page });
  await expect(panel(page).getByText("Thanks for your feedback!")).toBeVisible();
  await expect(panel(page)).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(opener(page)).toBeHidden();
});
