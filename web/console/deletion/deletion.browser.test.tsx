import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { DeletedItem } from "../../../contract/api/deleted-items.ts";
import { tileRoutes } from "../../../contract/api/tiles.ts";
import { aCreator, aTile } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";

const shop = aTile({ id: 1, title: "My shop" });
const film = aTile({ id: 2, title: "A film", position: 1 });
const deletedShop: DeletedItem = {
  id: 1,
  name: "My shop",
  image_url: null,
  deleted_at: "2026-11-20T10:00:00.000Z",
  restorable_until: "2026-12-20T20:00:00.000Z",
};
const button = (name: string) => page.getByRole("button", { name, exact: true });
const heading = (name: string) => page.getByRole("heading", { name, exact: true });

/** A dashboard with a server that deletes and restores. */
async function renderTiles() {
  const stored = { tiles: [shop, film], deleted: [] as DeletedItem[] };
  const { server } = await renderDashboard({
    creator: aCreator({ time_zone: "Asia/Tokyo" }),
    products: [],
    tiles: () => stored.tiles,
    server: (server) => {
      server.respond(tileRoutes.deleted, () => ({ items: stored.deleted }));
      server.respond(tileRoutes.remove, () => {
        Object.assign(stored, { tiles: [film], deleted: [deletedShop] });
        return undefined;
      });
      server.respond(tileRoutes.restore, () => {
        Object.assign(stored, { tiles: [shop, film], deleted: [] });
        return { tile: shop };
      });
    },
  });
  await expect.element(heading("My shop")).toBeVisible();
  return server;
}

test("deletes at once and offers to undo", async () => {
  await renderTiles();
  await button("Delete My shop").click();
  await expect.element(heading("My shop")).not.toBeInTheDocument();
  await expect.element(heading("Live tiles")).toHaveFocus();
  await expect.element(page.getByText("My shop deleted.")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await button("Undo").click();
  await expect.element(page.getByText("My shop restored.")).toBeVisible();
  await expect.element(heading("My shop")).toBeVisible();
});

test("reports no error for an item that another tab has deleted", async () => {
  const server = await renderTiles();
  server.fail(tileRoutes.remove, { status: 404, error: "Tile not found.", code: "not_found" });
  server.respond(tileRoutes.list, { tiles: [film] });
  await button("Delete My shop").click();
  await expect.element(page.getByText("My shop deleted.")).toBeVisible();
  await expect.element(heading("My shop")).not.toBeInTheDocument();
  await expect.element(page.getByText("Tile not found.")).not.toBeInTheDocument();
});

test("restores the item with a message when a deletion fails", async () => {
  const server = await renderTiles();
  server.fail(tileRoutes.remove, { status: 500, error: "Something went wrong." });
  await button("Delete My shop").click();
  await expect.element(page.getByText("Something went wrong.")).toBeVisible();
  await expect.element(heading("My shop")).toBeVisible();
  await expect.element(button("Undo")).not.toBeInTheDocument();
});

test("lists and restores items that were deleted earlier", async () => {
  const server = await renderTiles();
  await button("Recently deleted").click();
  await expect.element(page.getByText("Nothing was deleted in the last 30 days.")).toBeVisible();
  await button("Close").click();
  await button("Delete My shop").click();
  await expect.element(page.getByText("My shop deleted.")).toBeVisible();

  await button("Recently deleted").click();
  const list = page.getByRole("dialog", { name: "Recently deleted" });
  await expect.element(list).toHaveTextContent("My shopUntil 21 Dec 2026");
  await expectAccessibleAtEveryWidth();
  server.fail(tileRoutes.restore, { status: 403, error: "Free plan tile limit reached." });
  await button("Restore My shop").click();
  await expect.element(page.getByText("Free plan tile limit reached.")).toBeVisible();
  await expect.element(button("Restore My shop")).toBeVisible();
  server.respond(tileRoutes.restore, { tile: shop });
  await button("Restore My shop").click();
  await expect.element(page.getByText("My shop restored.")).toBeVisible();
});

test("loads deleted items again after a failure", async () => {
  const server = await renderTiles();
  server.fail(tileRoutes.deleted, { status: 500, error: "Something went wrong." });
  await button("Recently deleted").click();
  await expect.element(page.getByText("Couldn't load the list.")).toBeVisible();
  server.respond(tileRoutes.deleted, { items: [deletedShop] });
  await button("Try again").click();
  await expect.element(button("Restore My shop")).toBeVisible();
});

test("hides two items that are deleted in quick succession", async () => {
  const server = await renderTiles();
  const second = Promise.withResolvers<undefined>();
  const lists = server.respond(tileRoutes.list, { tiles: [film] });
  server.respond(tileRoutes.remove, ({ params }) => (params.id === "2" ? second.promise : undefined));
  await button("Delete A film").click();
  await button("Delete My shop").click();
  await expect.element(page.getByText("My shop deleted.")).toBeVisible();
  await expect.element(heading("A film")).not.toBeInTheDocument();
  expect(lists).toHaveLength(0);
  second.resolve(undefined);
  await expect.poll(() => lists.length).toBe(1);
});
