import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { adminRoutes } from "../../../contract/api/admin.ts";
import { secondFactorRoutes } from "../../../contract/api/second-factor.ts";
import { secondFactorQuery } from "../../lib/second-factor-queries.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aPage, aUser } from "../../testing/admin-entities.ts";
import type { FakeServer } from "../../testing/fake-server.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { renderAdmin } from "../../testing/render-console.tsx";
import { expectTableRoles } from "../../testing/table-roles.ts";

const olga = aUser({
  id: "user-1",
  email: "vera@example.org",
  display_name: "Vera Stone",
  handle: "vera",
  is_admin: true,
});
const nora = aUser();
const actions = (name: string) => page.getByRole("button", { name: `Actions for ${name}` });
const item = (name: string) => page.getByRole("menuitem", { name });

const openUsers = (server?: (server: FakeServer) => void) =>
  renderAdmin("/admin/users", (fake) => {
    fake.respond(adminRoutes.users, { users: [olga, nora], ...aPage(2) });
    server?.(fake);
  });

test("marks a user whose page or account is suspended", async () => {
  const paul = aUser({ id: "user-3", email: "paul@example.org", display_name: "Paul", suspension: "page" });
  const ada = aUser({ id: "user-4", display_name: "Ada", suspension: "account", sending_stopped: true });
  await openUsers((fake) => fake.respond(adminRoutes.users, { users: [nora, paul, ada], ...aPage(3) }));
  const row = (name: RegExp) => page.getByRole("row", { name });
  await expect.element(row(/^Paul/)).toHaveTextContent("Page suspended");
  await expect.element(row(/^Ada/)).toHaveTextContent("Account suspended");
  await expect.element(row(/^Nora/)).not.toHaveTextContent("suspended");
  await expectAccessibleAndFits();
});

test("keeps the roles of a table for users on a phone", async () => {
  await page.viewport(360, 740);
  await openUsers();
  await expect.element(page.getByRole("row", { name: /^Nora/ })).toBeVisible();
  expectTableRoles(page.getByRole("table").element());
});

test("reports failures, and loads the list again", async () => {
  const { server } = await openUsers((fake) =>
    fake.fail(adminRoutes.users, { status: 500, error: "" as never }),
  );
  await expect.element(page.getByRole("alert")).toHaveTextContent("Failed to load users");
  server.respond(adminRoutes.users, { users: [nora], ...aPage(1) });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("row", { name: /^Nora Neu/ })).toBeVisible();
  await expectAccessibleAndFits();
});

test("keeps search and role in the URL, and starts them on the first page", async () => {
  const { server, router } = await openUsers();
  await expect.element(page.getByRole("table")).toBeVisible();
  const requests = server.respond(adminRoutes.users, ({ query }) => ({
    users: query.role === "admin" ? [] : [nora],
    ...aPage(query.role === "admin" ? 0 : 60, Number(query.page)),
  }));
  await router.navigate("/admin/users?page=2");
  await expect.element(page.getByText("60 users, page 2 of 3")).toBeVisible();
  await page.getByLabelText("Search users").fill("@nora");
  await expect.poll(() => router.state.location.search).toBe("?search=%40nora");
  await page.getByLabelText("Role").selectOptions("admin");
  await expect.element(page.getByText("No users found.")).toBeVisible();
  expect(router.state.location.search).toBe("?search=%40nora&role=admin");
  expect(requests.map(({ query }) => query)).toEqual([
    { role: "all", page: "2" },
    { search: "nora", role: "all", page: "1" },
    { search: "nora", role: "admin", page: "1" },
  ]);
});

test("keeps a tab that is chosen just before the search runs", async () => {
  const { router } = await openUsers((fake) =>
    fake.respond(adminRoutes.feedback, { feedback: [], ...aPage(0) }),
  );
  const field = page.getByLabelText("Search users");
  for (const wait of [300, 310, 330]) {
    await field.fill(`nora ${wait}`);
    const typed = performance.now();
    const tab = await page.getByRole("tab", { name: "Feedback" }).findElement();
    tab.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    // Blocks the page, so that it cannot draw the tab before the search runs.
    while (performance.now() < typed + wait);
    await expect.element(page.getByText("No feedback submitted yet.")).toBeVisible();
    await router.navigate("/admin/users");
    await expect.element(field).toHaveValue("");
  }
});

test("opens a tab that is still loading when the search runs", async () => {
  const { server, queryClient } = await openUsers((fake) =>
    fake.respond(adminRoutes.feedback, { feedback: [], ...aPage(0) }),
  );
  await page.getByLabelText("Search users").fill("nora");
  const loaded = Promise.withResolvers<void>();
  server.respond(secondFactorRoutes.show, async () => {
    await loaded.promise;
    return { secondFactor: { enabledAt: null, recoveryCodesLeft: 0, removedAt: null, blocksAdmin: false } };
  });
  queryClient.removeQueries(secondFactorQuery);
  await page.getByRole("tab", { name: "Feedback" }).click();
  await expect.element(page.getByText("Loading page")).toBeInTheDocument();
  await new Promise((resolve) => setTimeout(resolve, 400));
  loaded.resolve();
  await expect.element(page.getByText("No feedback submitted yet.")).toBeVisible();
});

test("returns from a page out of range to the last one", async () => {
  const { router } = await openUsers((fake) =>
    fake.respond(adminRoutes.users, ({ query }) => ({
      users: query.page === "2" ? [nora] : [],
      ...aPage(26, Number(query.page)),
    })),
  );
  await router.navigate("/admin/users?page=7");
  await expect.element(page.getByText("26 users, page 2 of 2")).toBeVisible();
  expect(router.state.location.search).toBe("?page=2");
});

test("opens a row's menu by arrow keys and returns the focus", async () => {
  await openUsers();
  await expect.element(actions("Nora Neu (nora@example.org)")).toBeVisible();
  (await actions("Nora Neu (nora@example.org)").findElement()).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(item("Make admin")).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.element(item("Delete user")).toHaveFocus();
  await userEvent.keyboard("s");
  await expect.element(item("Stop audience emails")).toHaveFocus();
  await userEvent.keyboard("s");
  await expect.element(item("Send password reset")).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard("{Enter}");
  const dialog = page.getByRole("dialog", { name: "Send a password reset?" });
  await expect.element(dialog).toHaveTextContent("Nora Neu (nora@example.org)");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(actions("Nora Neu (nora@example.org)")).toHaveFocus();
});

test("keeps a row's menu beside its button while the page scrolls", async () => {
  await page.viewport(1280, 400);
  const many = Array.from({ length: 25 }, (_, n) =>
    aUser({ id: `user-${n + 2}`, email: `${n}@example.org` }),
  );
  await openUsers((fake) => fake.respond(adminRoutes.users, { users: many, ...aPage(25) }));
  const button = actions("Nora Neu (4@example.org)");
  await button.click();
  const gap = () => {
    const [menu, at] = [
      page.getByRole("menu").element().getBoundingClientRect(),
      button.element().getBoundingClientRect(),
    ];
    return Math.min(Math.abs(menu.top - at.bottom), Math.abs(at.top - menu.bottom));
  };
  await expect.element(page.getByRole("menu")).toBeVisible();
  await expect.poll(gap).toBeLessThan(8);
  const before = button.element().getBoundingClientRect().top;
  window.scrollBy(0, 120);
  await expect.poll(() => before - button.element().getBoundingClientRect().top).toBeGreaterThan(100);
  await expect.poll(gap).toBeLessThan(8);
  await page.viewport(1280, 860);
});

test("offers administrators no deletion of their own account, and says so in the menu", async () => {
  await openUsers();
  await actions("Vera Stone (vera@example.org)").click();
  await expect.element(item("You cannot delete yourself.")).toHaveAttribute("aria-disabled", "true");
  await expect.element(item("Delete user")).not.toBeInTheDocument();
  // A disabled item does nothing and keeps the menu open.
  await item("You cannot delete yourself.").click({ force: true });
  await expect.element(item("Remove admin")).toBeVisible();
});

test("sends one reset email after a double click, and keeps a dialog open", async () => {
  const { server } = await openUsers();
  const resets = server.respond(adminRoutes.resetPassword, undefined);
  await page.getByRole("button", { name: "Create user" }).dblClick();
  await expect.element(page.getByRole("dialog", { name: "Create user" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await actions("Nora Neu (nora@example.org)").click();
  await item("Send password reset").click();
  await page.getByRole("button", { name: "Send reset email" }).dblClick();
  await expect.element(page.getByText("Password reset email sent.")).toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(resets).toHaveLength(1);
});

test("focuses the heading when the row of a dialog was removed", async () => {
  const { server } = await openUsers();
  server.respond(adminRoutes.deleteUser, () => {
    server.respond(adminRoutes.users, { users: [olga], ...aPage(1) });
    return undefined;
  });
  await actions("Nora Neu (nora@example.org)").click();
  await item("Delete user").click();
  await page.getByRole("button", { name: "Delete user" }).click();
  await expect.element(page.getByText("User deleted.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Users" })).toHaveFocus();
});

test("reports a user whom another administrator deleted, and removes the row", async () => {
  const { server } = await openUsers();
  server.fail(adminRoutes.updateUser, { status: 404, error: "User not found.", code: "not_found" });
  await actions("Nora Neu (nora@example.org)").click();
  await item("Change plan to Creator").click();
  server.respond(adminRoutes.users, { users: [olga], ...aPage(1) });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Change to Creator" }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("User not found.");
  await expect.element(page.getByText("nora@example.org", { exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("heading", { name: "Users" })).toHaveFocus();
});

test("reports no success without a connection, and keeps the list", async () => {
  const { server } = await openUsers();
  await actions("Nora Neu (nora@example.org)").click();
  await item("Send password reset").click();
  server.disconnect(adminRoutes.resetPassword);
  server.disconnect(adminRoutes.users);
  await page.getByRole("button", { name: "Send reset email" }).click();
  await expect
    .element(page.getByRole("dialog").getByRole("alert"))
    .toHaveTextContent("Failed to send reset email");
  await expect.element(page.getByText("Failed to load users")).toBeInTheDocument();
  await expect.element(page.getByText("Password reset email sent.")).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(actions("Nora Neu (nora@example.org)")).toHaveFocus();
  server.respond(adminRoutes.users, { users: [olga, nora], ...aPage(2) });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("Failed to load users")).not.toBeInTheDocument();
});

test("shows errors of an invitation, and keeps it after a click outside", async () => {
  const { server } = await openUsers();
  server.reject(adminRoutes.createUser, { email: "An account with this email already exists." }, 409);
  await page.getByRole("button", { name: "Create user" }).click();
  const dialog = page.getByRole("dialog", { name: "Create user" });
  await dialog.getByRole("button", { name: "Create and invite" }).click();
  await expect.element(dialog.getByText("Enter a valid email address.")).toBeVisible();
  await expectAccessibleAndFits();
  await dialog.getByLabelText("Email").fill("vera@example.org");
  await dialog.getByLabelText("Display name").fill("Nora Neu");
  await dialog.getByLabelText("Handle").fill("nora");
  document.elementFromPoint(5, 300)?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  document.elementFromPoint(5, 300)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(dialog.getByLabelText("Display name")).toHaveValue("Nora Neu");
  await dialog.getByRole("button", { name: "Create and invite" }).click();
  await expect.element(dialog.getByText("An account with this email already exists.")).toBeVisible();
  await expect.element(dialog.getByLabelText("Email")).toHaveFocus();
});

test("shows all tabs within the window at any width", async () => {
  await openUsers();
  await expect.element(page.getByRole("tab").first()).toBeVisible();
  for (const width of [320, 640, 768, 1023, 1280]) {
    await page.viewport(width, 860);
    expect(document.documentElement.scrollWidth, `${width} px`).toBeLessThanOrEqual(width);
  }
});
