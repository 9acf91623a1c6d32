import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { productRoutes } from "../../../contract/api/products.ts";
import { tileRoutes } from "../../../contract/api/tiles.ts";
import { respondToDashboard } from "../../testing/dashboard.ts";
import { aCreator, aProduct, aTile } from "../../testing/entities.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const NOTICE = "Buyers aren't charged: payments run in test mode.";

test("a creator whose page sells something reads on the dashboard that buyers are not charged", async () => {
  await renderConsole("/dashboard", {
    creator: aCreator(),
    server: (server) => {
      respondToDashboard(server);
      server.respond(productRoutes.list, { products: [aProduct()] });
      server.respond(tileRoutes.list, { tiles: [aTile({ type: "product", title: "Bowl", product_id: 1 })] });
    },
  });
  await expect.element(page.getByText(NOTICE)).toBeVisible();
});

test("a creator who only links elsewhere reads nothing about payments", async () => {
  await renderConsole("/dashboard", {
    creator: aCreator(),
    server: (server) => {
      respondToDashboard(server);
      server.respond(tileRoutes.list, { tiles: [aTile({ title: "My site" })] });
    },
  });
  await expect.element(page.getByRole("heading", { name: "My site" })).toBeVisible();
  await expect.element(page.getByText(NOTICE)).not.toBeInTheDocument();
});
