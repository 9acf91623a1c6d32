import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { analyticsRoutes } from "../../../contract/api/analytics.ts";
import { aCreator, noAnalytics } from "../../testing/entities.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { serveShop } from "../../testing/shop.ts";

test("the first tile form of a visit, whose code is loaded then, starts in its first field", async () => {
  await renderConsole("/dashboard", {
    creator: aCreator(),
    server: (server) => {
      serveShop(server);
      server.respond(analyticsRoutes.summary, noAnalytics());
    },
  });
  await page.getByRole("button", { name: "Add tile" }).click();
  await expect.element(page.getByRole("dialog").getByLabelText("Paste links")).toHaveFocus();
});
