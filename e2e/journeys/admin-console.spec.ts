import type { Page } from "@playwright/test";
import {
  expectAccessible,
  expectFingerSizedTargets,
  expectNoSidewaysScroll,
} from "../support/accessibility.ts";
import { act, rowOf, test } from "../support/admin.ts";
import { expect } from "../support/journey.ts";

const question = (page: Page) => page.getByRole("dialog");

test("an admin finds, makes, changes and deletes people", async ({ page, admin, guard }) => {
  guard.allow(/status of 409 .*\/api\/admin\/users$/);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Admin", exact: true }).first().click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  const handle = `new-${admin.person.handle}`.slice(0, 32);
  const email = `${handle}@example.org`;

  await test.step("a new person is invited", async () => {
    await page.getByRole("button", { name: "Create user" }).click();
    await page.getByRole("button", { name: "Create and invite" }).click();
    await expect(page.getByText("Enter a valid email address.")).toBeVisible();
    await page.getByLabel("Email", { exact: true }).fill(admin.person.email);
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

  await test.step("the search stands in the address and begins at the first page", async () => {
    await page.goto("/admin/users?page=2");
    await page.getByLabel("Search").fill(handle.toUpperCase());
    await expect(page).toHaveURL(new RegExp(`/admin/users\\?search=${handle.toUpperCase()}$`));
    await expect(rowOf(page, email)).toContainText("Free");
    await page.getByLabel("Role").selectOption("admin");
    await expect(page.getByText("No users found.")).toBeVisible();
    await page.getByLabel("Role").selectOption("creator");
    await expect(rowOf(page, email)).toBeVisible();
  });

  await test.step("plan, role and reset mail, each after a question that names the person", async () => {
    await act(page, email, "Change plan to Creator");
    await expect(question(page)).toContainText(`Nora Neu (${email})`);
    await question(page).getByRole("button", { name: "Change to Creator" }).click();
    await expect(page.getByText("Plan updated.")).toBeVisible();
    await expect(rowOf(page, email)).toContainText("Creator (m)");

    await act(page, email, "Make admin");
    await expect(question(page)).toContainText("Nora Neu");
    await question(page).getByRole("button", { name: "Make admin" }).click();
    await page.getByLabel("Role").selectOption("admin");
    await expect(rowOf(page, email)).toContainText("Admin");

    await act(page, email, "Send password reset");
    await question(page).getByRole("button", { name: "Send reset email" }).click();
    await expect(page.getByText("Password reset email sent.")).toBeVisible();
  });

  await test.step("Escape takes a question back, Delete does it", async () => {
    await act(page, email, "Delete user");
    await expect(question(page)).toContainText(`Nora Neu (${email})`);
    await page.keyboard.press("Escape");
    await expect(question(page)).toHaveCount(0);
    await act(page, email, "Delete user");
    await question(page).getByRole("button", { name: "Delete user" }).click();
    await expect(page.getByText("No users found.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Users" })).toBeFocused();
  });

  await test.step("all of it stands in the log, where of the deleted only the id is left", async () => {
    await page.getByRole("tab", { name: "Audit log" }).click();
    await expect(page).toHaveURL(/\?tab=audit$/);
    const entry = (words: string) =>
      page.getByRole("listitem").filter({ hasText: `${admin.person.email} ${words} a deleted user` });
    await expect(entry("deleted").first()).toBeVisible();
    await expect(
      entry("changed the plan of").filter({ hasText: "plan: free → creator" }).first(),
    ).toBeVisible();
    await expect(page.getByText(email)).toHaveCount(0);
  });

  await test.step("nobody deletes oneself", async () => {
    await page.goto(`/admin/users?search=${admin.person.handle}`);
    await rowOf(page, admin.person.email)
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await expect(page.getByText("You cannot delete yourself.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Delete user" }).and(page.locator(":visible"))).toHaveCount(
      0,
    );
  });
});

test("feedback is resolved and opened again", async ({ page, admin, signUp }) => {
  expect(admin.page).toBeTruthy();
  const sender = await signUp("Frieda Feedback");
  const title = `Sort tiles ${sender.person.handle}`;
  await sender.sendFeedback({ category: "feature", title, message: "By name, please.", page: "/dashboard" });
  await page.goto("/admin/users?feedback=open");
  await page.getByRole("button", { name: "Go to feedback" }).click();
  await expect(page.getByRole("heading", { name: "Feedback", exact: true })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Feedback", exact: true })).toBeInViewport();
  const item = page.getByRole("listitem").filter({ hasText: title });
  await expect(item).toContainText("Frieda Feedback");
  await item.getByRole("button", { name: /^Mark resolved/ }).click();
  await expect(item).toHaveCount(0);
  await page.locator("section", { hasText: "Feedback" }).getByLabel("Status").selectOption("resolved");
  await expect(page).toHaveURL(/feedback=resolved/);
  await item.getByRole("button", { name: /^Re-open/ }).click();
  await expect(item).toHaveCount(0);
  // Its button went with it.
  await expect(page.getByRole("heading", { name: "Feedback", exact: true })).toBeFocused();
});

test("what people wrote stays text, in every list", async ({ page, admin, signUp }) => {
  const hostile = `<img src=x onerror=alert(1)> {{x}}`;
  const sender = await signUp(hostile);
  await sender.sendFeedback({ category: "bug", title: hostile, message: hostile, page: "/</script>" });
  await admin.sendMarketing({
    to: sender.person.email,
    subject: hostile,
    body: `${hostile} long enough`,
    template: "newsletter",
  });
  await page.goto(`/admin/users?search=${sender.person.handle}`);
  await expect(page.getByRole("rowheader", { name: hostile })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: hostile }).first()).toBeVisible();
  // Set apart, so that letters which turn the direction do not turn the question.
  await act(page, sender.person.email, "Delete user");
  await expect(question(page).locator("bdi")).toHaveText(hostile);
  await page.goto("/admin/users?tab=marketing");
  await expect(page.getByText(hostile).first()).toBeVisible();
  expect(await page.locator("img[src=x]").count()).toBe(0);
});

test("somebody who is no admin is led to the dashboard, also when demoted meanwhile", async ({
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

  await page.goto(`/admin/users?search=${creator.person.handle}`);
  await act(page, creator.person.email, "Make admin");
  await question(page).getByRole("button", { name: "Make admin" }).click();
  await expect(rowOf(page, creator.person.email)).toContainText("Admin");
  await visitor.goto(`/admin/users?search=${admin.person.handle}`);
  await expect(rowOf(visitor, admin.person.email)).toBeVisible();
  await act(page, creator.person.email, "Remove admin");
  await question(page).getByRole("button", { name: "Remove admin" }).click();
  await expect(rowOf(page, creator.person.email)).not.toContainText("Admin");
  await visitor.getByLabel("Role").selectOption("admin");
  await expect(visitor).toHaveURL(/\/dashboard$/);
});

test("failures are said, and asking again helps", async ({ page, admin, guard }) => {
  expect(admin.page).toBeTruthy();
  guard.allow(/status of 500/);
  await page.route("**/api/admin/users?*", (route) => route.fulfill({ status: 500, body: "" }));
  await page.route("**/api/admin/feedback?*", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto("/admin/users");
  await expect(page.getByText("Failed to load users")).toBeVisible();
  await expect(page.getByText("Failed to load feedback")).toBeVisible();
  await page.unroute("**/api/admin/users?*");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(page.getByRole("table")).toBeVisible();
});

test("the console fits a phone, a finger, a keyboard and a screen reader", async ({ page, admin }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const tab of ["users", "marketing", "audit"]) {
    await page.goto(`/admin/users?tab=${tab}&search=${admin.person.handle}`);
    await page.waitForLoadState("networkidle");
    await expectNoSidewaysScroll(page, tab);
    await expectFingerSizedTargets(page, tab);
    // Nothing can be looked for inside the preview: nothing runs in it.
    await page.evaluate(() => document.querySelector("iframe")?.remove());
    await expectAccessible(page, tab);
  }
  await page.goto(`/admin/users?search=${admin.person.handle}`);
  const menu = rowOf(page, admin.person.email).getByRole("button", { name: /^Actions for/ });
  await menu.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Remove admin" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await page.getByRole("button", { name: "Create user" }).click();
  await expectAccessible(page, "create user");
});
