import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { adminRoutes } from "../../contract/api/admin.ts";
import { creatorRoutes } from "../../contract/api/creators.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { aPage, aUser } from "../testing/admin-entities.ts";
import { aCreator } from "../testing/console-entities.ts";
import { respondToDashboard } from "../testing/dashboard.ts";
import { renderConsole } from "../testing/render-console.tsx";

test.each([
  "/dashboard",
  "/dashboard/products?new=1",
  "/dashboard/settings",
  "/admin/users",
  "/checkout/stripe?status=cancel",
  "/auth/complete",
])("redirects signed-out users from %s to the login and remembers the path", async (path) => {
  const { router } = await renderConsole(path, { creator: null });
  await expect.element(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  expect(router.state.location).toMatchObject({
    pathname: "/auth",
    search: `?redirect=${encodeURIComponent(path)}`,
  });
});

test("leads a creator without the admin role from the admin console to the dashboard", async () => {
  const { router } = await renderConsole("/admin/users", { server: respondToDashboard });
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard");
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("leads an administrator who loses the role from the open admin console to the dashboard", async () => {
  const { server, router } = await renderConsole("/admin/users", {
    creator: aCreator({ is_admin: true }),
    server: (server) => {
      respondToDashboard(server);
      server.respond(adminRoutes.users, { users: [aUser()], ...aPage(1) });
    },
  });
  await expect.element(page.getByRole("row", { name: /^Nora/ })).toBeVisible();
  server.fail(adminRoutes.users, { status: 403, error: "Administrators only." });
  server.respond(creatorRoutes.me, { creator: aCreator() });
  await page.getByLabelText("Role").selectOptions("admin");
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard");
});

test("reports a session that cannot be read, with a way to try again", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await renderConsole("/dashboard", {
    creator: null,
    server: (server) => server.fail(creatorRoutes.me, { status: 500, error: "Something went wrong." }),
  });
  await expect.element(page.getByRole("heading", { name: "Couldn't load this page" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect.poll(() => logged.mock.calls.length).toBe(1);
  await expectAccessible();
});
