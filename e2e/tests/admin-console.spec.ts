import type { Page } from "@playwright/test";
import { act, rowOf, test } from "../support/admin.ts";
import { expect } from "../support/fixtures.ts";

const dialogOf = (page: Page) => page.getByRole("dialog");

test("an administrator invites, changes and deletes a user with an audit log, and every list shows hostile text as text", async ({
  page,
  admin,
  signUp,
}) => {
  await page.goto("/admin/users");
  const handle = `new-${admin.user.handle}`.slice(0, 32);
  const email = `${handle}@example.org`;

  await page.getByRole("button", { name: "Create user" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Display name").fill("Nora Neu");
  await page.getByLabel("Handle").fill(handle);
  await page.getByRole("button", { name: "Create and invite" }).click();
  await expect(page.getByText("Invitation email sent.")).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
  await page.getByLabel("Search").fill(handle.toUpperCase());
  await expect(page).toHaveURL(new RegExp(`/admin/users\\?search=${handle.toUpperCase()}$`));
  await expect(rowOf(page, email)).toContainText("Free");

  await act(page, email, "Change plan to Creator");
  await expect(dialogOf(page)).toContainText(`Nora Neu (${email})`);
  await dialogOf(page).getByRole("button", { name: "Change to Creator" }).click();
  await expect(page.getByText("Plan updated.")).toBeVisible();
  await expect(rowOf(page, email)).toContainText("Creator (m)");
  await act(page, email, "Delete user");
  await dialogOf(page).getByRole("button", { name: "Delete user" }).click();
  await expect(page.getByText("No users found.")).toBeVisible();

  await page.getByRole("tab", { name: "Audit log" }).click();
  await expect(page).toHaveURL(/\?tab=audit$/);
  // Deleted users are named by their id.
  const entry = (action: string) =>
    page.getByRole("listitem").filter({ hasText: `${admin.user.email} ${action} a deleted user` });
  await expect(entry("deleted").first()).toBeVisible();
  await expect(
    entry("changed the plan of").filter({ hasText: "plan: free → creator" }).first(),
  ).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);

  const hostile = `<img src=x onerror=alert(1)> {{x}}`;
  const sender = await signUp(hostile);
  await sender.sendFeedback({ category: "bug", title: hostile, message: hostile, page: "/</script>" });
  await admin.sendMarketing({
    to: sender.user.email,
    subject: hostile,
    body: `${hostile} long enough`,
    template: "newsletter",
  });
  await page.getByRole("tab", { name: "User management" }).click();
  await page.getByLabel("Search").fill(sender.user.handle);
  await expect(rowOf(page, sender.user.email)).toContainText(hostile);
  // Isolated, so that right-to-left text does not reorder the sentence.
  await act(page, sender.user.email, "Delete user");
  await expect(dialogOf(page).locator("bdi")).toHaveText(hostile);
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Feedback" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: hostile }).first()).toBeVisible();
  expect(await page.locator("img[src=x]").count()).toBe(0);
  await page.getByRole("tab", { name: "Marketing" }).click();
  await expect(page.getByText(hostile).first()).toBeVisible();
  expect(await page.locator("img[src=x]").count()).toBe(0);
});
