import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { appearanceRoutes } from "../../contract/api/appearance.ts";
import { discountSeriesRoutes } from "../../contract/api/discount-series.ts";
import { discountRoutes } from "../../contract/api/discounts.ts";
import { orderRoutes } from "../../contract/api/orders.ts";
import { tileRoutes } from "../../contract/api/tiles.ts";
import { changeField, visibleFields } from "../testing/change-fields.ts";
import { aCreator, aDiscount, aProduct, aTile } from "../testing/console-entities.ts";
import { renderDashboard } from "../testing/dashboard.ts";
import { FORMS, openForm } from "../testing/forms.ts";
import { anOrder, someOrders } from "../testing/order-entities.ts";
import { renderAccountData, renderSecurity } from "../testing/render-account.tsx";
import { renderConsole } from "../testing/render-console.tsx";
import { renderSettings } from "../testing/render-settings.tsx";
import { aSeries } from "../testing/series.ts";
import { serveShop } from "../testing/shop.ts";
import { translatePage } from "../testing/translate.ts";

const shop = (path: string, more: Parameters<typeof serveShop>[1] = {}) =>
  renderConsole(path, {
    server: (server) => {
      serveShop(server, { products: [aProduct()], ...more });
      server.respond(discountRoutes.list, { discounts: [aDiscount()] });
      server.respond(discountSeriesRoutes.list, { series: [aSeries()] });
      server.respond(orderRoutes.list, someOrders([anOrder(), anOrder({ id: 2, refunded_cents: 100 })]));
    },
  });

const SCREENS: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(Object.entries(FORMS).map(([name, form]) => [name, () => openForm(form)])),
  dashboard: () =>
    renderDashboard({
      tiles: () => [aTile()],
      products: [aProduct()],
      server: (server) => server.respond(tileRoutes.update, { tile: aTile() }),
    }),
  "form of a tile": async () => {
    await renderDashboard({ products: [aProduct()] });
    await page.getByRole("button", { name: "Add tile" }).click();
  },
  products: () => shop("/dashboard/products"),
  orders: () => shop("/dashboard/products?view=orders"),
  discounts: () => shop("/dashboard/products?view=discounts"),
  settings: () =>
    renderSettings({
      creator: aCreator({ plan: "creator" }),
      server: (server) => server.fail(appearanceRoutes.show, { status: 404, error: "None." }),
    }),
  "security settings": () => renderSecurity(),
  "data of the account": () => renderAccountData(),
};

test.for(Object.entries(SCREENS))("works while the browser translates it: %s", async ([, open]) => {
  await open();
  await expect.element(page.getByRole("heading").first()).toBeVisible();
  await expect.poll(() => document.querySelectorAll("[aria-busy=true]").length).toBe(0);
  translatePage();
  for (const field of visibleFields()) {
    if (!field.isConnected) continue;
    changeField(field);
    await new Promise((resolve) => setTimeout(resolve));
    translatePage();
    expect(document.body.textContent, field.outerHTML).not.toContain("stopped working");
  }
  await userEvent.keyboard("{Escape}");
  expect(document.body.textContent).not.toContain("stopped working");
});
