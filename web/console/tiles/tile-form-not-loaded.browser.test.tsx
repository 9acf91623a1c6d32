import { expect, test } from "vitest";
import { commands, page } from "vitest/browser";
import { analyticsRoutes } from "../../../contract/api/analytics.ts";
import { aCreator, aTile, noAnalytics } from "../../testing/entities.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { serveShop } from "../../testing/shop.ts";

test("a tile form whose code cannot be loaded says so in its dialog, and the tiles stay", async () => {
  await commands.removeFile("/web/console/tiles/tile-form.tsx");
  await renderConsole("/dashboard", {
    creator: aCreator(),
    server: (server) => {
      serveShop(server, { tiles: [aTile({ title: "My shop" })] });
      server.respond(analyticsRoutes.summary, noAnalytics());
    },
  });
  await page.getByRole("button", { name: "Add tile" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Couldn't load the form.");
  await expect.element(dialog.getByRole("button", { name: "Try again" })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.element(page.getByRole("heading", { name: "My shop" })).toBeVisible();
});
