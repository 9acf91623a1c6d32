import type { Page } from "@playwright/test";
import { expect, logIn, signedInTest as test } from "../support/fixtures.ts";

const RESTORED = "We kept your unsaved changes.";

test.beforeEach(({ guard }) => {
  guard.allow(/status of 401 .*\/api\//);
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test("an unsaved tile is restored once after the login", async ({ page, context, creator }) => {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Add tile" }).click();
  const dialog = page.getByRole("dialog", { name: "Add tile" });
  await field(page, "Type").selectOption("content");
  await field(page, "Destination URL").fill("https://film.example/");
  await field(page, "Title").fill("فيلم 🎬");
  // Waits for the page beside the form, so that saving is the first request without a session.
  await expect(page.frameLocator('[title="Preview of your page"]').getByText("فيلم 🎬")).toBeVisible();
  await context.clearCookies();
  await dialog.getByRole("button", { name: "Add tile" }).click();
  await expect(page).toHaveURL("/auth?redirect=%2Fdashboard");
  const expired = page.getByText("Session expired. Please sign in again.");
  await expect(expired).toBeVisible();

  await logIn(page, creator.user);
  await expect(dialog.getByText(RESTORED)).toBeVisible();
  await expect(field(page, "Type")).toHaveValue("content");
  await expect(field(page, "Title")).toHaveValue("فيلم 🎬");
  await dialog.getByRole("button", { name: "Add tile" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "فيلم 🎬" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "فيلم 🎬" })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("an unsaved profile and unsent feedback about the creator's page are restored after the login", async ({
  page,
  context,
  creator,
}) => {
  await page.goto("/auth/complete");
  await field(page, "Display name").fill("Mara of the Kiln");
  await context.clearCookies();
  await page.getByRole("button", { name: "Save and go to dashboard" }).click();
  await expect(page).toHaveURL("/auth?redirect=%2Fauth%2Fcomplete");
  await logIn(page, creator.user);
  await expect(field(page, "Display name")).toHaveValue("Mara of the Kiln");
  await page.getByRole("button", { name: "Save and go to dashboard" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, Mara of the Kiln" })).toBeVisible();

  await page.goto(creator.page);
  await page.getByRole("link", { name: "Feedback" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Feedback" })).toBeFocused();
  await expect(page).toHaveURL("/dashboard");
  await field(page, "Message").fill("The kiln smokes.");
  await context.clearCookies();
  await page.getByRole("button", { name: "Send feedback" }).click();
  await expect(page).toHaveURL("/auth?redirect=%2Fdashboard");
  await logIn(page, creator.user);
  await expect(field(page, "Message")).toHaveValue("The kiln smokes.");
  const requested = page.waitForRequest("**/api/feedback");
  await page.getByRole("button", { name: "Send feedback" }).press("Enter");
  expect((await requested).postDataJSON()).toMatchObject({
    message: "The kiln smokes.",
    page: creator.page,
  });
  await expect(page.getByText("Thanks for your feedback!")).toBeVisible();
});
