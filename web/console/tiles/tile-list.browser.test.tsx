import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type TileSelection, tileSelectionRoutes } from "../../../contract/api/tile-selection.ts";
import { type Tile, tileRoutes } from "../../../contract/api/tiles.ts";
import { aTile } from "../../testing/console-entities.ts";
import { expectTitles, renderDashboard } from "../../testing/dashboard.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { withMoved, withSelection } from "./moved-tiles.ts";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const item = (name: string) => page.getByRole("menuitem", { name, exact: true });
const choice = (title: string) => page.getByRole("checkbox", { name: `Select ${title}` });

/** Renders a dashboard whose server stores changes of the tiles. */
async function renderTiles(given: Partial<Tile> = {}) {
  let tiles = ["One", "Two", "Three"].map((title, position) =>
    aTile({ id: position + 1, title, position, ...given }),
  );
  let deleted: Tile[] = [];
  const rendered = await renderDashboard({ tiles: () => tiles });
  const { server } = rendered;
  const changes = server.respond(tileRoutes.update, ({ params, body }) => {
    const { position, ...change } = body as Partial<Tile>;
    const id = Number(params.id);
    tiles = tiles.map((tile) => (tile.id === id ? { ...tile, ...change } : tile));
    if (position !== undefined) tiles = withMoved(tiles, id, position);
    return { tile: tiles.find((tile) => tile.id === id) ?? aTile() };
  });
  const selections = server.respond(tileSelectionRoutes.changeSelection, ({ body }) => {
    const selection = body as TileSelection;
    const before = tiles;
    tiles = selection.action === "restore" ? [...deleted, ...tiles] : withSelection(tiles, selection);
    deleted = before.filter(({ id }) => !tiles.some((tile) => tile.id === id));
    return undefined;
  });
  const created = server.respond(tileRoutes.create, ({ body }) => {
    const copy = aTile({ ...(body as object), id: 9, position: tiles.length });
    tiles = [...tiles, copy];
    return { tile: copy };
  });
  await expectTitles("One", "Two", "Three");
  return { ...rendered, changes, selections, created };
}

async function choose(action: string, title: string) {
  await button(`Actions for ${title}`).click();
  await item(action).click();
}

test("shows the logo of a linked platform as the page does", async () => {
  await renderTiles({ type: "link", url: "https://www.youtube.com/watch?v=1" });
  await expect.poll(() => document.querySelectorAll(".tile-letter > svg").length).toBe(3);
});

test("changes a title in the list by Enter, and nothing by Escape", async () => {
  const { changes } = await renderTiles();
  await button("Two").click();
  await expect.element(page.getByLabelText("Title of Two")).toHaveFocus();
  await userEvent.keyboard("Something else{Escape}");
  await expectTitles("One", "Two", "Three");
  await expect.element(button("Two")).toHaveFocus();
  expect(changes).toHaveLength(0);

  await button("Two").click();
  await userEvent.keyboard("The second{Enter}");
  await expectTitles("One", "The second", "Three");
  await expect.element(button("The second")).toHaveFocus();
  await expect.poll(() => changes).toMatchObject([{ params: { id: "2" }, body: { title: "The second" } }]);
});

test("keeps a title that cannot be saved in its field", async () => {
  const { server } = await renderTiles();
  server.fail(tileRoutes.update, { status: 500, error: "Something went wrong." });
  await button("Two").click();
  await userEvent.keyboard("The second{Enter}");
  await expect.element(page.getByText("Something went wrong.")).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: /^Title of/ })).toHaveValue("The second");
});

test("makes a tile inactive and active in the list", async () => {
  await page.viewport(1280, 800);
  const { changes } = await renderTiles();
  await page.getByRole("switch", { name: "Two is active" }).click();
  await expect.element(page.getByText("Inactive", { exact: true })).toBeVisible();
  await choose("Make active", "Two");
  await expect.element(page.getByText("Inactive", { exact: true })).not.toBeInTheDocument();
  await expect.poll(() => changes.map(({ body }) => body)).toEqual([{ active: false }, { active: true }]);
});

test("hides a tile, and shows it again by Undo", async () => {
  const { selections } = await renderTiles();
  await choose("Hide from page", "Two");
  await expect.element(page.getByText("Two is hidden.")).toBeVisible();
  await expect.element(page.getByText("Hidden", { exact: true })).toBeVisible();
  await button("Undo").click();
  await expect.element(page.getByText("Hidden", { exact: true })).not.toBeInTheDocument();
  await expect
    .poll(() => selections.map(({ body }) => body))
    .toEqual([
      { ids: [2], action: "hide" },
      { ids: [2], action: "show" },
    ]);
});

test("undoes the last action by Ctrl Z, except text typed in a field", async () => {
  const { selections } = await renderTiles();
  await choose("Hide from page", "Two");
  await expect.element(page.getByText("Two is hidden.")).toBeVisible();
  await choose("Hide from page", "Three");
  await expect.element(page.getByText("Three is hidden.")).toBeVisible();
  await button("One").click();
  await userEvent.keyboard("First{Control>}z{/Control}{Escape}");
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(page.getByText("Three is hidden.")).not.toBeInTheDocument();
  await expect.poll(() => page.getByText("Hidden", { exact: true }).all()).toHaveLength(1);
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(page.getByText("Hidden", { exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect
    .poll(() => selections.map(({ body }) => body))
    .toEqual([
      { ids: [2], action: "hide" },
      { ids: [3], action: "hide" },
      { ids: [3], action: "show" },
      { ids: [2], action: "show" },
    ]);
});

test("moves a tile to a typed position, and back by Undo", async () => {
  await renderTiles();
  await choose("Move to…", "Three");
  const place = page.getByLabelText("Place (1 to 3)");
  await place.fill("4");
  await button("Move").click();
  await expect.element(page.getByText("Please enter a place from 1 to 3.")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await place.fill("1");
  await button("Move").click();
  await expectTitles("Three", "One", "Two");
  await button("Undo").click();
  await expectTitles("One", "Two", "Three");
});

test("keeps a moved tile in place while the move is sent and another change is made", async () => {
  const { server, queryClient } = await renderTiles();
  const list = server.respond(tileRoutes.list, { tiles: [] });
  let finishMove = (_answer: { tile: Tile }) => {};
  const tile = aTile({ id: 3, title: "Three" });
  const updates = server.respond(tileRoutes.update, ({ body }) =>
    "position" in (body as object)
      ? new Promise<{ tile: Tile }>((resolve) => {
          finishMove = resolve;
        })
      : { tile: aTile({ id: 1, title: "One", active: false }) },
  );
  await choose("Move to…", "Three");
  await page.getByLabelText("Place (1 to 3)").fill("1");
  await button("Move").click();
  await expectTitles("Three", "One", "Two");
  await choose("Make inactive", "One");
  await expect.poll(() => updates.length).toBe(2);
  await expect.poll(() => queryClient.isMutating()).toBe(1);
  expect(list).toEqual([]);
  finishMove({ tile });
  await expect.poll(() => list.length).toBe(1);
});

test("copies a tile with its values, next to the original", async () => {
  const { created, changes } = await renderTiles({ description: "All of it." });
  await choose("Duplicate", "One");
  await expect.element(page.getByLabelText("Description")).toHaveValue("All of it.");
  await page.getByLabelText("Title", { exact: true }).fill("One more");
  await button("Add tile").click();
  await expectTitles("One", "One more", "Two", "Three");
  await expect
    .poll(() => created)
    .toMatchObject([{ body: { title: "One more", description: "All of it." } }]);
  await expect.poll(() => changes).toMatchObject([{ params: { id: "9" }, body: { position: 1 } }]);
});

test("moves, hides and deletes several tiles together, each with undo", async () => {
  const { selections } = await renderTiles();
  const select = async (...titles: string[]) => {
    await button("Select several").click();
    for (const title of titles) await choice(title).click();
  };
  await select("One", "Three");
  await expect.element(page.getByText("2 tiles selected")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await button("Move to…").click();
  await page.getByLabelText("Place (1 to 2)").fill("2");
  await button("Move").click();
  await expectTitles("Two", "One", "Three");
  await button("Undo").click();
  await expectTitles("One", "Two", "Three");

  await select("One", "Two");
  await button("Hide").click();
  await expect.element(page.getByText("2 tiles hidden.")).toBeVisible();
  await expect.poll(() => page.getByText("Hidden", { exact: true }).all()).toHaveLength(2);

  await select("One", "Two");
  await button("Delete").click();
  await expectTitles("Three");
  await expect.element(page.getByText("2 tiles deleted.")).toBeVisible();
  await expect
    .poll(() => selections.map(({ body }) => (body as TileSelection).action))
    .toEqual(["order", "order", "hide", "delete"]);
});

test("changes nothing after a failed action on several tiles", async () => {
  const { server } = await renderTiles();
  server.fail(tileSelectionRoutes.changeSelection, { status: 500, error: "Something went wrong." });
  await button("Select several").click();
  await button("Select all").click();
  await button("Delete").click();
  await expect.element(page.getByText("Something went wrong.")).toBeVisible();
  await expectTitles("One", "Two", "Three");
});

test("reverts only the change that failed", async () => {
  await page.viewport(1280, 800);
  const { server } = await renderTiles();
  const rename = Promise.withResolvers<never>();
  server.respond(tileRoutes.update, ({ body }) => {
    if ("title" in (body as object)) return rename.promise;
    const tile = aTile({ id: 2, title: "Two", position: 1, active: false });
    const others = [aTile({ id: 1, title: "One" }), aTile({ id: 3, title: "Three", position: 2 })];
    // The list is reloaded once all changes are saved.
    server.respond(tileRoutes.list, { tiles: [...others, tile].sort((a, b) => a.position - b.position) });
    return { tile };
  });
  await button("Two").click();
  await userEvent.keyboard("The second{Enter}");
  await page
    .getByRole("switch", { name: /is active$/ })
    .nth(1)
    .click();
  await expect.element(page.getByText("Inactive", { exact: true })).toBeVisible();
  rename.reject(new TypeError("Failed to fetch"));
  await expect.element(page.getByText("Could not save tile.")).toBeVisible();
  await expect.element(page.getByLabelText("Title of Two")).toHaveValue("The second");
  await expect.element(page.getByText("Inactive", { exact: true })).toBeVisible();
});
