import type { Page } from "@playwright/test";
import { expect, logIn, signedInTest as test } from "../support/fixtures.ts";

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

test("unsent feedback is restored after the session expired and the creator has signed in again", async ({
  page,
  context,
  creator,
  guard,
}) => {
  guard.allow(/status of 401 .*\/api\//);
  await page.goto("/dashboard/products");
  await opener(page).click();
  await message(page).fill("The kiln smokes.");
  await context.clearCookies();
  await send(page).click();
  await logIn(page, creator.user);
  await expect(page).toHaveURL("/dashboard/products");
  await expect(message(page)).toHaveValue("The kiln smokes.");
  await send(page).click();
  await expect(panel(page).getByText("Thanks for your feedback!")).toBeVisible();
});

test("the console works when the code of the feedback form cannot be loaded", async ({ page, guard }) => {
  guard.allow(/\/feedback-dialog-[^/]*\.js/);
  await page.route("**/feedback-dialog-*.js", (route) => route.abort());
  await page.goto("/dashboard");
  await opener(page).click();
  await expect(
    page.getByText("Couldn't load the feedback form. Reload the page and try again."),
  ).toBeVisible();
  await expect(opener(page)).toBeFocused();
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
});
