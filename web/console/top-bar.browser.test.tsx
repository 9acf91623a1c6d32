import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountRoutes } from "../../contract/api/accounts.ts";
import { adminRoutes } from "../../contract/api/admin.ts";
import { productRoutes } from "../../contract/api/products.ts";
import { tileRoutes } from "../../contract/api/tiles.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { aCreator } from "../testing/entities.ts";
import { renderConsole } from "../testing/render-console.tsx";

const menu = () => page.getByRole("button", { name: "Menu" });
const item = (name: string) => page.getByRole("menuitem", { name });

async function openProducts(creator = aCreator(), path = "/dashboard/products") {
  return await renderConsole(path, {
    creator,
    server: (server) => {
      server.respond(productRoutes.list, { products: [] });
      server.respond(tileRoutes.list, { tiles: [] });
    },
  });
}

test("on a narrow phone the menu leads to every page, by arrow keys and first letters", async () => {
  await page.viewport(320, 640);
  await openProducts(aCreator({ is_admin: true }));
  await expect.element(menu()).toBeVisible();
  await expect.element(page.getByRole("navigation", { name: "Console" })).not.toBeInTheDocument();
  (menu().element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(item("Dashboard")).toHaveFocus();
  await expect.element(item("Products")).toHaveAttribute("aria-current", "page");
  await expect.element(item("Your page, @vera")).toHaveAttribute("href", "/@vera");
  await expectAccessible();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  await expect.element(item("Settings")).toHaveFocus();
  await userEvent.keyboard("a");
  await expect.element(item("Admin")).toHaveFocus();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await userEvent.keyboard("{Escape}");
  await expect.element(item("Admin")).not.toBeInTheDocument();
  await expect.element(menu()).toHaveFocus();
});

test("a page of the menu opens and closes the menu", async () => {
  await page.viewport(360, 740);
  const { router, server } = await openProducts(aCreator({ is_admin: true }));
  server.respond(adminRoutes.users, { users: [], total: 0, page: 1, pageSize: 25 });
  await menu().click();
  await item("Admin").click();
  await expect.element(page.getByText("No users found.")).toBeVisible();
  await expect.element(item("Products")).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/admin/users");
});

test("logging out with unsaved changes asks first; Cancel keeps the session and the form", async () => {
  await page.viewport(1280, 860);
  const { server } = await openProducts(aCreator(), "/dashboard/products/new");
  const logouts = server.respond(accountRoutes.logout, undefined);
  await page.getByLabelText("Name").fill("Half a bowl");
  await menu().click();
  await item("Logout").click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect.element(dialog).toHaveTextContent("You have unsaved changes.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Name")).toHaveValue("Half a bowl");
  await expect.element(menu()).toHaveFocus();
  expect(logouts).toHaveLength(0);
});

test("a failed logout leaves the form and can be tried again", async () => {
  await page.viewport(1280, 860);
  const { server } = await openProducts(aCreator(), "/dashboard/products/new");
  const logouts = server.fail(accountRoutes.logout, { status: 500, error: "Something went wrong." });
  await page.getByLabelText("Name").fill("Half a bowl");
  for (const attempt of [1, 2]) {
    await menu().click();
    await item("Logout").click();
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await expect.poll(() => logouts.length).toBe(attempt);
  }
  await expect.element(page.getByLabelText("Name")).toHaveValue("Half a bowl");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});
