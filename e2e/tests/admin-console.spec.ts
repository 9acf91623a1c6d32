import type { Page } from "@playwright/test";
import { act, rowOf, test } from "../support/admin.ts";
import { expect } from "../support/fixtures.ts";

const dialogOf = (page: Page) => page.getByRole("dialog");

test("an administrator finds, invites, changes and deletes users", async ({ page, admin, guard }) => {
  guard.allow(/status of 409 .*\/api\/admin\/users$/);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Admin", exact: true }).first().click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  const handle = `new-${admin.user.handle}`.slice(0, 32);
  const email = `${handle}@example.org`;

  await test.step("a new user is invited", async () => {
    await page.getByRole("button", { name: "Create user" }).click();
    await page.getByRole("button", { name: "Create and invite" }).click();
    await expect(page.getByText("Enter a valid email address.")).toBeVisible();
    await page.getByLabel("Email", { exact: true }).fill(admin.user.email);
    await page.getByLabel("Display name").fill("Nora Neu");
    await page.getByLabel("Handle").fill(handle);
    await page.getByRole("button", { name: "Create and invite" }).click();
    await expect(page.getByText("An account with this email already exists.")).toBeVisible();
    await expect(page.getByLabel("Handle")).toHaveValue(handle);
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Create and invite" }).click();
    await expect(page.getByText("Invitation email sent.")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("the search is in the URL and starts on the first page", async () => {
    await page.goto("/admin/users?page=2");
    await page.getByLabel("Search").fill(handle.toUpperCase());
    await expect(page).toHaveURL(new RegExp(`/admin/users\\?search=${handle.toUpperCase()}$`));
    await expect(rowOf(page, email)).toContainText("Free");
    await page.getByLabel("Role").selectOption("admin");
    await expect(page.getByText("No users found.")).toBeVisible();
    await page.getByLabel("Role").selectOption("creator");
    await expect(rowOf(page, email)).toBeVisible();
  });

  await test.step("plan, role and reset email, each after a dialog that names the user", async () => {
    await act(page, email, "Change plan to Creator");
    await expect(dialogOf(page)).toContainText(`Nora Neu (${email})`);
    await dialogOf(page).getByRole("button", { name: "Change to Creator" }).click();
    await expect(page.getByText("Plan updated.")).toBeVisible();
    await expect(rowOf(page, email)).toContainText("Creator (m)");

    await act(page, email, "Make admin");
    await expect(dialogOf(page)).toContainText("Nora Neu");
    await dialogOf(page).getByRole("button", { name: "Make admin" }).click();
    await page.getByLabel("Role").selectOption("admin");
    await expect(rowOf(page, email)).toContainText("Admin");

    await act(page, email, "Send password reset");
    await dialogOf(page).getByRole("button", { name: "Send reset email" }).click();
    await expect(page.getByText("Password reset email sent.")).toBeVisible();
  });

  await test.step("Escape cancels, Delete deletes", async () => {
    await act(page, email, "Delete user");
    await expect(dialogOf(page)).toContainText(`Nora Neu (${email})`);
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toHaveCount(0);
    await act(page, email, "Delete user");
    await dialogOf(page).getByRole("button", { name: "Delete user" }).click();
    await expect(page.getByText("No users found.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Users" })).toBeFocused();
  });

  await test.step("every action is in the audit log, which names deleted users by id", async () => {
    await page.getByRole("tab", { name: "Audit log" }).click();
    await expect(page).toHaveURL(/\?tab=audit$/);
    const entry = (action: string) =>
      page.getByRole("listitem").filter({ hasText: `${admin.user.email} ${action} a deleted user` });
    await expect(entry("deleted").first()).toBeVisible();
    await expect(
      entry("changed the plan of").filter({ hasText: "plan: free → creator" }).first(),
    ).toBeVisible();
    await expect(page.getByText(email)).toHaveCount(0);
  });

  await test.step("administrators cannot delete themselves", async () => {
    await page.goto(`/admin/users?search=${admin.user.handle}`);
    await rowOf(page, admin.user.email)
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await expect(page.getByRole("menuitem", { name: "You cannot delete yourself." })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Delete user" })).toHaveCount(0);
  });
});

test("feedback is resolved and re-opened", async ({ page, admin, signUp }) => {
  expect(admin.page).toBeTruthy();
  const sender = await signUp("Frieda Feedback");
  const title = `Sort tiles ${sender.user.handle}`;
  await sender.sendFeedback({ category: "feature", title, message: "By name, please.", page: "/dashboard" });
  await page.goto("/admin/users");
  await page.getByRole("tab", { name: "Feedback" }).click();
  await page.getByLabel("Status").selectOption("open");
  const item = page.getByRole("listitem").filter({ hasText: title });
  await expect(item).toContainText("Frieda Feedback");
  await item.getByRole("button", { name: /^Mark resolved/ }).click();
  await expect(item).toHaveCount(0);
  await page.getByLabel("Status").selectOption("resolved");
  await expect(page).toHaveURL(/tab=feedback&status=resolved/);
  await item.getByRole("button", { name: /^Re-open/ }).click();
  await expect(item).toHaveCount(0);
});

test("hostile text of users is rendered as text in every list", async ({ page, admin, signUp }) => {
  const hostile = `<img src=x onerror=alert(1)> {{x}}`;
  const sender = await signUp(hostile);
  await sender.sendFeedback({ category: "bug", title: hostile, message: hostile, page: "/</script>" });
  await admin.sendMarketing({
    to: sender.user.email,
    subject: hostile,
    body: `${hostile} long enough`,
    template: "newsletter",
  });
  await page.goto(`/admin/users?search=${sender.user.handle}`);
  await expect(page.getByRole("rowheader", { name: hostile })).toBeVisible();
  // Isolated, so that text from right to left does not reorder the sentence.
  await act(page, sender.user.email, "Delete user");
  await expect(dialogOf(page).locator("bdi")).toHaveText(hostile);
  await page.goto("/admin/users?tab=feedback");
  await expect(page.getByRole("listitem").filter({ hasText: hostile }).first()).toBeVisible();
  expect(await page.locator("img[src=x]").count()).toBe(0);
  await page.goto("/admin/users?tab=marketing");
  await expect(page.getByText(hostile).first()).toBeVisible();
  expect(await page.locator("img[src=x]").count()).toBe(0);
});

test("a user who is not an administrator is redirected to the dashboard, also when the role is removed in between", async ({
  page,
  admin,
  guard,
  signUp,
  openVisitor,
}) => {
  guard.allow(/status of 403 .*\/api\/admin\//);
  const visitor = await openVisitor();
  const creator = await signUp("Carla Creator");
  await creator.signIn(visitor.context());
  await visitor.goto("/admin/users");
  await expect(visitor).toHaveURL(/\/dashboard$/);

  await page.goto(`/admin/users?search=${creator.user.handle}`);
  await act(page, creator.user.email, "Make admin");
  await dialogOf(page).getByRole("button", { name: "Make admin" }).click();
  await expect(rowOf(page, creator.user.email)).toContainText("Admin");
  await visitor.goto(`/admin/users?search=${admin.user.handle}`);
  await expect(rowOf(visitor, admin.user.email)).toBeVisible();
  await act(page, creator.user.email, "Remove admin");
  await dialogOf(page).getByRole("button", { name: "Remove admin" }).click();
  await expect(rowOf(page, creator.user.email)).not.toContainText("Admin");
  await visitor.getByLabel("Role").selectOption("admin");
  await expect(visitor).toHaveURL(/\/dashboard$/);
});
