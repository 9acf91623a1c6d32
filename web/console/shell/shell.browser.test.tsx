import { toast } from "sonner";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountRoutes } from "../../../contract/api/accounts.ts";
import { adminRoutes } from "../../../contract/api/admin.ts";
import { appearanceRoutes, DEFAULT_APPEARANCE } from "../../../contract/api/appearance.ts";
import { discountSeriesRoutes } from "../../../contract/api/discount-series.ts";
import { discountRoutes } from "../../../contract/api/discounts.ts";
import { orderOverviewRoutes } from "../../../contract/api/order-totals.ts";
import { productRoutes } from "../../../contract/api/products.ts";
import { tileRoutes } from "../../../contract/api/tiles.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aCreator } from "../../testing/console-entities.ts";
import type { FakeServer } from "../../testing/fake-server.ts";
import { NO_ORDERS } from "../../testing/order-entities.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { findPlace } from "../palette/places.ts";

const menu = () => page.getByRole("button", { name: "Menu" });
const more = () => page.getByRole("button", { name: "More" });
/** The names of links marked as the current page, visible or not. */
const current = () => [...document.querySelectorAll("[aria-current]")].map(({ textContent }) => textContent);
const item = (name: string) => page.getByRole("menuitem", { name });
const places = () => page.getByRole("navigation", { name: "Console" });

/** Expects these links, with Products as the current page. */
async function expectPlaces(names: readonly string[]) {
  await expect
    .element(places().getByRole("link", { name: "Products" }))
    .toHaveAttribute("aria-current", "page");
  const shown = () =>
    places()
      .getByRole("link")
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(shown).toEqual(names);
}

async function openProducts(
  creator = aCreator(),
  path = "/dashboard/products",
  define: (server: FakeServer) => void = () => {},
) {
  const console = await renderConsole(path, {
    creator,
    server: (server) => {
      server.respond(productRoutes.list, { products: [] });
      server.respond(tileRoutes.list, { tiles: [] });
      server.respond(discountRoutes.list, { discounts: [] });
      server.respond(discountSeriesRoutes.list, { series: [] });
      define(server);
    },
  });
  await expect.element(menu()).toBeVisible();
  return console;
}

test("shows every place in a wide window and marks the current one once", async () => {
  await page.viewport(1280, 860);
  const { router } = await openProducts();
  await expectPlaces([
    "Page",
    "Appearance",
    "Products",
    "Orders",
    "Discounts",
    "Audience",
    "Analytics",
    "Settings",
  ]);
  await expect.element(page.getByRole("link", { name: "View page" })).toHaveAttribute("href", "/@vera");
  await expect.element(page.getByRole("button", { name: "More" })).not.toBeInTheDocument();
  await expectAccessible();
  await places().getByRole("link", { name: "Discounts" }).click();
  await expect.element(page.getByRole("heading", { name: "Discounts", level: 1 })).toBeVisible();
  await expect.element(page.getByRole("main")).toHaveFocus();
  expect(router.state.location.search).toBe("?view=discounts");
  await expect.poll(current).toEqual(["Discounts"]);
});

test.for([1024, 1280])(
  "keeps the places in view at %i px, scrolling on their own in a low window",
  async (width) => {
    await page.viewport(width, 400);
    await openProducts(aCreator({ is_admin: true }));
    const column = await page.getByRole("banner").findElement();
    window.scrollTo(0, document.documentElement.scrollHeight);
    await expect.poll(() => column.getBoundingClientRect().top).toBe(0);
    expect(column.getBoundingClientRect().bottom).toBe(400);
    expect(column.scrollHeight).toBeGreaterThan(400);
    column.scrollTo(0, column.scrollHeight);
    const account = menu().element().getBoundingClientRect();
    const feedback = await page.getByRole("button", { name: "Feedback", exact: true }).findElement();
    expect(account.bottom).toBeLessThanOrEqual(feedback.getBoundingClientRect().top);
    expect(document.documentElement.scrollWidth).toBe(width);
    await menu().click();
    await expect.element(item("Your page, @vera")).toBeInViewport({ ratio: 1 });
  },
);

test("keeps the account's menu in view when the places are higher than the window", async () => {
  await page.viewport(1280, 600);
  await openProducts(aCreator({ is_admin: true }));
  const list = await places().findElement();
  expect(list.scrollHeight).toBeGreaterThan(list.clientHeight);
  await expect.element(page.getByRole("link", { name: "View page" })).toBeInViewport({ ratio: 1 });
  await expect.element(menu()).toBeInViewport({ ratio: 1 });
  (list.querySelector("a:last-of-type") as HTMLElement).focus();
  await expect.element(page.getByRole("link", { name: "Admin" })).toBeInViewport({ ratio: 1 });
});

test.for([
  ["/dashboard", "Page"],
  ["/dashboard#analytics", "Page"],
  ["/dashboard/analytics", "Analytics"],
  ["/dashboard/appearance", "Appearance"],
  ["/dashboard/products?view=products", "Products"],
  ["/dashboard/products/17", "Products"],
  ["/dashboard/products?view=orders&status=paid", "Orders"],
  ["/dashboard/orders/5", "Orders"],
  ["/dashboard/products?view=discounts", "Discounts"],
  ["/dashboard/audience?view=emails", "Audience"],
  ["/dashboard/settings/stripe", "Settings"],
  ["/checkout/stripe", "Settings"],
  ["/admin/users?tab=payments", "Admin"],
])("assigns %s to the place %s", ([url, label]) => {
  expect(findPlace(new URL(url ?? "", location.origin))?.label).toBe(label);
});

test("shows four places in the bar of a narrow phone, and the rest in a menu with arrow keys and first letters", async () => {
  await page.viewport(320, 640);
  const { router } = await openProducts(aCreator({ is_admin: true }));
  await expectPlaces(["Page", "Products", "Orders", "Audience"]);
  for (const place of places().getByRole("link").elements()) {
    const { bottom, height, width } = place.getBoundingClientRect();
    expect(bottom).toBeLessThanOrEqual(640);
    expect(Math.min(height, width)).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible();
  (await more().findElement()).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(item("Search")).toHaveFocus();
  await expect.element(item("View page")).toHaveAttribute("href", "/@vera");
  await expect.element(item("Logout")).toBeInViewport({ ratio: 1 });
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}");
  await expect.element(item("Settings")).toHaveFocus();
  await userEvent.keyboard("a");
  await expect.element(item("Admin")).toHaveFocus();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await userEvent.keyboard("{Escape}");
  await expect.element(item("Admin")).not.toBeInTheDocument();
  await expect.element(more()).toHaveFocus();
  await router.navigate("/dashboard/products?view=discounts");
  await more().click();
  await expect.element(item("Discounts")).toHaveAttribute("aria-current", "page");
  await expect.poll(current).toEqual(["Discounts"]);
  await expect.element(item("Admin")).toHaveLength(1);
});

test("closes the menu when a place is opened from it", async () => {
  await page.viewport(360, 740);
  const { router, server } = await openProducts(aCreator({ is_admin: true }));
  server.respond(adminRoutes.users, { users: [], total: 0, page: 1, pageSize: 25 });
  await more().click();
  await item("Admin").click();
  await expect.element(page.getByText("No users found.")).toBeVisible();
  await expect.element(item("Admin")).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/admin/users");
});

test("scrolls the bottom bar away in a low window", async () => {
  await page.viewport(360, 640);
  await openProducts();
  const bar = await places().findElement();
  await expect.element(page.getByRole("button", { name: "Feedback", exact: true })).toBeVisible();
  window.scrollTo(0, document.documentElement.scrollHeight);
  expect(bar.getBoundingClientRect().bottom).toBe(640);
  const content = document.querySelector("main")?.getBoundingClientRect();
  expect(content?.bottom).toBeLessThanOrEqual(bar.getBoundingClientRect().top);
  await page.viewport(740, 360);
  window.scrollTo(0, 400);
  await expect.poll(() => bar.getBoundingClientRect().bottom).toBeLessThanOrEqual(0);
  expect(getComputedStyle(document.querySelector(".feedback-bar") ?? document.body).position).toBe("static");
  await page.viewport(320, 256);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test.each([360, 1280])(
  "puts the save bar above the bottom bar, and messages above both at %i px",
  async (width) => {
    await page.viewport(width, 640);
    await renderConsole("/dashboard/appearance", {
      server: (server) =>
        server.respond(appearanceRoutes.show, {
          appearance: DEFAULT_APPEARANCE,
          shown: DEFAULT_APPEARANCE,
          corrections: [],
        }),
    });
    const save = page.getByRole("button", { name: "Save appearance" });
    await expect.element(save).toBeInViewport({ ratio: 1 });
    const bar = save.element().closest(".save-bar")?.getBoundingClientRect();
    if (width === 360) expect(bar?.bottom).toBeCloseTo(places().element().getBoundingClientRect().top, 0);
    toast("1 tile added.");
    const message = page.getByRole("listitem").filter({ hasText: "1 tile added." });
    await expect
      .poll(() => message.element().getBoundingClientRect().bottom)
      .toBeLessThanOrEqual(bar?.top ?? 0);
  },
);

test("shows the number of waiting orders, with words for screen readers", async () => {
  await page.viewport(1280, 860);
  const { router, server, queryClient } = await openProducts(undefined, undefined, (fake) =>
    fake.respond(orderOverviewRoutes.overview, { ...NO_ORDERS, disputed: 100, to_ship: 2 }),
  );
  const orders = (name: RegExp) => page.getByRole("link", { name });
  await expect.element(orders(/^Orders 99\+ disputed, 2 to ship$/)).toHaveTextContent("99+");
  await expectAccessible();
  const requests = server.respond(orderOverviewRoutes.overview, { ...NO_ORDERS, to_ship: 3 });
  await router.navigate("/dashboard/products?view=discounts");
  await expect.element(page.getByRole("heading", { name: "Discounts", level: 1 })).toBeVisible();
  // The change of the page sent no request. A change of an order sends one.
  expect(requests).toHaveLength(0);
  await queryClient.invalidateQueries({ queryKey: ["orders"] });
  await expect.element(orders(/^Orders 3 to ship$/)).toBeVisible();
});

test("asks before a logout with unsaved changes, and keeps the session and the form on Cancel", async () => {
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

test("reports a failed logout, keeps the form and can try again", async () => {
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
  await expect.element(page.getByText(/^You are still logged in/)).toBeVisible();
});
