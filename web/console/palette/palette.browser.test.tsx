import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { analyticsRoutes } from "../../../contract/api/analytics.ts";
import { audienceRoutes } from "../../../contract/api/audience.ts";
import { orderRoutes } from "../../../contract/api/orders.ts";
import { productRoutes } from "../../../contract/api/products.ts";
import { tileRoutes } from "../../../contract/api/tiles.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aPage } from "../../testing/admin-entities.ts";
import { aProduct, aTile, noAnalytics } from "../../testing/console-entities.ts";
import { anOrder, someOrders } from "../../testing/order-entities.ts";
import { expectAccessibleAndFits, expectFitsPhone } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { respondToSettings } from "../../testing/render-settings.tsx";

const member = {
  id: 4,
  email: "olga@example.org",
  source: "signup" as const,
  source_title: "News",
  consent_text: "Send me news.",
  consented_at: "2026-01-01T00:00:00.000Z",
  confirmed_at: null,
};

async function openConsole(path = "/dashboard/products") {
  const opened = await renderConsole(path, {
    server: (server) => {
      respondToSettings(server);
      server.respond(tileRoutes.list, {
        tiles: [aTile({ id: 3, title: "Olive bowl" }), aTile({ id: 5, title: "Blog" })],
      });
      server.respond(productRoutes.list, { products: [aProduct({ id: 7, name: "Bowl, olive wood" })] });
      server.respond(analyticsRoutes.summary, noAnalytics());
    },
  });
  const found = someOrders([anOrder({ id: 9, buyer_email: "oleg@example.org" })]);
  const orders = opened.server.respond(orderRoutes.list, found);
  const members = opened.server.respond(audienceRoutes.list, { members: [member], ...aPage(1) });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  return { ...opened, orders, members };
}

const dialog = () => page.getByRole("dialog", { name: "Search" });
const field = () => page.getByRole("combobox", { name: "Search or go to" });
const options = () =>
  page
    .getByRole("option")
    .elements()
    .map(({ textContent }) => textContent);
const selected = () => page.getByRole("option", { selected: true });

test("opens by Ctrl K, selects a place or an action by arrow keys and opens it by Enter", async () => {
  const { router } = await openConsole();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field()).toHaveFocus();
  await expect.poll(() => options().slice(0, 3)).toEqual(["Page", "Appearance", "Products"]);
  await expectAccessibleAndFits();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(selected()).toHaveTextContent("Appearance");
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  await expect.element(selected()).toHaveTextContent("Logout");
  await userEvent.keyboard("sett");
  await expect.poll(options).toEqual(["Settings"]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard/settings");
  await expect.element(dialog()).not.toBeInTheDocument();
});

test.each([
  ["dark mode", "Appearance"],
  ["get paid", "Get paid"],
  ["password", "Security"],
  ["payout", "Get paid"],
  ["refund", "Orders"],
  ["invoice", "Books"],
  ["add link", "Add tile"],
  ["campaign", "Analytics"],
  ["coupon", "Discounts"],
  ["export", "Your data"],
  ["log out", "Logout"],
])("finds by another name: %s leads to %s", async (search, place) => {
  await openConsole();
  await userEvent.keyboard("{Control>}k{/Control}");
  await field().fill(search);
  await expect.poll(() => options()[0]).toBe(place);
});

test("leads to a section of the settings", async () => {
  const { router } = await openConsole();
  await userEvent.keyboard("{Control>}k{/Control}");
  await field().fill("donation");
  await expect.poll(() => options()[0]).toBe("Tips");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => router.state.location.hash).toBe("#tips");
});

test("requests tiles and products once something is typed", async () => {
  const { server } = await openConsole("/dashboard/audience");
  const tiles = server.respond(tileRoutes.list, { tiles: [aTile({ title: "Olive bowl" })] });
  const products = server.respond(productRoutes.list, { products: [] });
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field()).toHaveFocus();
  expect([...tiles, ...products]).toEqual([]);
  await userEvent.keyboard("o");
  await expect.poll(options).toContain("Olive bowl");
  expect([tiles.length, products.length]).toEqual([1, 1]);
});

test("finds tiles and products at once, and orders and emails on the server after a pause", async () => {
  const { router, orders, members } = await openConsole();
  await userEvent.keyboard("{Meta>}k{/Meta}");
  await field().fill("ol");
  await expect
    .poll(options)
    .toEqual([
      "Olive bowl",
      "Bowl, olive wood",
      expect.stringMatching(/^9 · .*oleg@example\.org$/),
      "olga@example.orgNews",
    ]);
  expect([orders.at(-1)?.query.search, members.at(-1)?.query.search]).toEqual(["ol", "ol"]);
  await expectAccessible();
  await page.getByRole("option", { name: /olga/ }).click();
  await expect.poll(() => router.state.location.search).toBe("?search=olga%40example.org");
});

test("opens the editor of a found tile or a new tile", async () => {
  const { router } = await openConsole();
  await userEvent.keyboard("{Control>}k{/Control}");
  await field().fill("blog");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Title", { exact: true })).toHaveValue("Blog");
  expect(router.state.location.search).toBe("");
  await userEvent.keyboard("{Control>}k{/Control}");
  await field().fill("add tile");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Title", { exact: true })).toHaveValue("");
});

test("says that nothing is found or a search failed, and closes by Escape", async () => {
  const { server } = await openConsole();
  await userEvent.keyboard("{Control>}k{/Control}");
  server.respond(orderRoutes.list, someOrders([]));
  server.respond(audienceRoutes.list, { members: [], ...aPage(0) });
  await field().fill("zzz");
  await expect.element(dialog().getByRole("status")).toHaveTextContent("Nothing found.");
  server.fail(orderRoutes.list, { status: 500, error: "" });
  await field().fill("zzzz");
  await expect.element(dialog().getByRole("status")).toHaveTextContent("Not everything could be searched.");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("opens from the menu on a phone and closes by Ctrl K", async () => {
  await openConsole();
  await page.viewport(360, 740);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Search" }).click();
  await expect.element(field()).toHaveFocus();
  await expectFitsPhone();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await page.viewport(1280, 860);
});
