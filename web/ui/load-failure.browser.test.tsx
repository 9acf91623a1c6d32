import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { analyticsRoutes } from "../../contract/api/analytics.ts";
import { productRoutes } from "../../contract/api/products.ts";
import { tileRoutes } from "../../contract/api/tiles.ts";
import { noAnalytics } from "../testing/console-entities.ts";
import { renderConsole } from "../testing/render-console.tsx";
import { serveShop } from "../testing/shop.ts";

test.each([
  ["/dashboard/products", "Your products", productRoutes.list],
  ["/dashboard", "Live tiles", tileRoutes.list],
] as const)(
  "trying again by keyboard on %s keeps the focus in its part of the page",
  async (path, title, route) => {
    const { server } = await renderConsole(path, {
      server: (fake) => {
        serveShop(fake);
        fake.respond(analyticsRoutes.summary, noAnalytics());
        fake.fail(route, { status: 500, error: "" });
      },
    });
    const again = page.getByRole("button", { name: "Try again" });
    (await again.findElement()).focus();
    serveShop(server);
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("heading", { name: title })).toHaveFocus();
    await expect.element(again).not.toBeInTheDocument();
  },
);
