import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { analyticsRoutes } from "../../../contract/api/analytics.ts";
import { tileRoutes } from "../../../contract/api/tiles.ts";
import { aCreator, aTile, noAnalytics } from "../../testing/entities.ts";
import { renderConsole } from "../../testing/render-console.tsx";

vi.mock("./move-handles.tsx", () => {
  throw new Error("not reached");
});

test("tiles whose code for dragging cannot be loaded are changed and moved without it", async () => {
  await renderConsole("/dashboard", {
    creator: aCreator(),
    server: (server) => {
      const tiles = ["One", "Two"].map((title, position) => aTile({ id: position + 1, title, position }));
      server.respond(tileRoutes.list, { tiles });
      server.respond(analyticsRoutes.summary, noAnalytics());
    },
  });
  await page.getByRole("button", { name: "One", exact: true }).click();
  await expect.element(page.getByRole("textbox", { name: "Title of One" })).toHaveFocus();
  expect(page.getByRole("button", { name: "Move One" }).query()).toBeNull();
  await page.getByRole("button", { name: "Actions for One" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Move to…" })).toBeVisible();
});
