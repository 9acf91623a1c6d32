import type { Page } from "@playwright/test";
import { act, rowOf, test } from "../support/admin.ts";
import { grantAdmin } from "../support/database.ts";
import { expect } from "../support/fixtures.ts";

const dialogOf = (page: Page) => page.getByRole("dialog");

test("a user whom another administrator has deleted is reported as not found", async ({
  page,
  admin: _signedIn,
  guard,
  signUp,
  openVisitor,
}) => {
  guard.allow(/status of 404 .*\/api\/admin\/users\//);
  const [other, deleted] = [await signUp("Anton Admin"), await signUp("Gerda Gone")];
  const { email, handle } = deleted.user;
  await grantAdmin(other.user.email);
  const visitor = await openVisitor();
  await other.signIn(visitor.context());
  await page.goto(`/admin/users?search=${handle}`);
  await act(page, email, "Change plan to Creator");
  await visitor.goto(`/admin/users?search=${handle}`);
  await act(visitor, email, "Delete user");
  await dialogOf(visitor).getByRole("button", { name: "Delete user" }).click();
  await expect(visitor.getByText("No users found.")).toBeVisible();

  await dialogOf(page).getByRole("button", { name: "Change to Creator" }).click();
  await expect(dialogOf(page).getByRole("alert")).toHaveText("User not found.");
  await expect(page.getByText("No users found.")).toBeVisible();
  await page.keyboard.press("Escape");
  // The row that the dialog was opened from is gone.
  await expect(page.getByRole("heading", { name: "Users" })).toBeFocused();
});

test("while the server is unavailable, the list stays visible and no success is reported", async ({
  page,
  admin,
  guard,
}) => {
  guard.allow(/net::ERR_CONNECTION_REFUSED/);
  const { email, handle } = admin.user;
  await page.goto(`/admin/users?search=${handle}`);
  await act(page, email, "Send password reset");
  await page.route("**/api/**", (route) => route.abort("connectionrefused"));
  await dialogOf(page).getByRole("button", { name: "Send reset email" }).click();
  await expect(dialogOf(page).getByRole("alert")).toHaveText("Failed to send reset email");
  await expect(page.getByText("Failed to load users")).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(rowOf(page, email).getByRole("button", { name: /^Actions for/ })).toBeFocused();
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(page.getByText("Failed to load users")).toHaveCount(0);
});
