import type { Page } from "@playwright/test";
import { newUser } from "../support/creator.ts";
import { verifyAddress } from "../support/database.ts";
import { expect, test } from "../support/fixtures.ts";

async function fillRegistration(page: Page, { handle, email }: { handle: string; email: string }) {
  await page.getByLabel("Display name").fill("Jon Berg");
  await page.getByLabel("Handle").fill(handle);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill("a quiet little mosaic");
}

test("a new creator is asked to verify the email until it is verified", { tag: "@phone" }, async ({
  page,
}) => {
  const { handle, email } = newUser();
  await page.goto("/auth?tab=register");
  await fillRegistration(page, { handle, email });
  await page.keyboard.press("Enter");
  const banner = page.getByRole("status").filter({ hasText: "Check your email to verify your account." });
  await expect(banner).toBeVisible();
  await verifyAddress(email);
  await page.goto("/dashboard?verified=1");
  await expect(page.getByRole("heading", { level: 1, name: /Jon Berg/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Resend link" })).toHaveCount(0);
});

test("a common password is rejected at its field, and a better one registers", async ({ page, guard }) => {
  guard.allow(/status of 400 .*register$/);
  const { handle, email } = newUser();
  await page.goto("/auth?tab=register");
  await fillRegistration(page, { handle, email });
  const password = page.getByRole("textbox", { name: "Password" });
  await password.fill("password123");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This password is too common. Choose another one.")).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill("a quiet little mosaic");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");
});

test("a finished profile is saved, and the form is not in the history", async ({
  page,
  creator,
  context,
}) => {
  await creator.signIn(context);
  await page.goto("/auth/complete");
  await expect(page.getByLabel("Username (handle)")).toHaveValue(creator.user.handle);
  await page.getByLabel("Display name").fill("Mara of the Kiln");
  await page.getByLabel("Bio").fill(" ");
  await page.getByLabel("Username (handle)").fill(creator.user.handle.toUpperCase());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");
  const saved = (await (await page.request.get("/api/creators/me")).json()).creator;
  expect(saved).toMatchObject({
    handle: creator.user.handle,
    display_name: "Mara of the Kiln",
    bio: null,
  });
  await page.goBack();
  await expect(page).not.toHaveURL("/auth/complete");
});
