import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { tileRoutes } from "../../../contract/api/tiles.ts";
import { aTile } from "../../testing/console-entities.ts";
import { expectTitles, renderDashboard } from "../../testing/dashboard.ts";
import { withMoved } from "./moved-tiles.ts";

const TITLES = ["One", "Two", "Three", "Four"];

/** Renders four tiles; their server answers a move once `beforeMove` has resolved. */
async function renderTiles({ beforeMove = () => Promise.resolve() } = {}) {
  let tiles = TITLES.map((title, position) => aTile({ id: position + 1, title, position }));
  const rendered = await renderDashboard({ tiles: () => tiles });
  const moves = rendered.server.respond(tileRoutes.update, async ({ params, body }) => {
    await beforeMove();
    const id = Number(params.id);
    tiles = withMoved(tiles, id, (body as { position: number }).position);
    return { tile: tiles.find((tile) => tile.id === id) ?? aTile() };
  });
  await expectTitles(...TITLES);
  // The drag code loads after the tiles.
  await expect.element(handleOf("Four")).toBeVisible();
  return { ...rendered, moves, storedOrder: () => tiles.map(({ title }) => title) };
}

// Wide enough for four tiles in one row.
beforeEach(() => page.viewport(1680, 900));

const handleOf = (title: string) => page.getByRole("button", { name: `Move ${title}` });

/** Presses keys one by one, each after the announcement of the previous one. */
async function pressKeys(steps: readonly (readonly [key: string, announcement: string])[]) {
  for (const [key, announcement] of steps) {
    await userEvent.keyboard(key);
    await expect.poll(() => statusTexts().join("|")).toContain(announcement);
  }
}
const statusTexts = () =>
  [...document.querySelectorAll("[role=status]")].map(({ textContent }) => textContent);

async function moveToSecond(title: string) {
  (await handleOf(title).findElement()).focus();
  await pressKeys([
    [" ", `Picked up ${title}. Position 1 of 4.`],
    ["{ArrowRight}", `${title} is over position 2 of 4.`],
    [" ", `Dropped ${title}. Position 2 of 4.`],
  ]);
}

test("moves a tile by keyboard, announces every step and keeps the focus on the tile", async () => {
  const { moves, storedOrder } = await renderTiles();
  (await handleOf("One").findElement()).focus();
  await pressKeys([
    [" ", "Picked up One. Position 1 of 4."],
    ["{ArrowRight}", "One is over position 2 of 4."],
    ["{ArrowRight}", "One is over position 3 of 4."],
    [" ", "Dropped One. Position 3 of 4."],
  ]);
  await expectTitles("Two", "Three", "One", "Four");
  await expect.element(handleOf("One")).toHaveFocus();
  await expect
    .poll(() => moves.map(({ params, body }) => [params.id, body]))
    .toEqual([["1", { position: 2 }]]);
  await expect.poll(storedOrder).toEqual(["Two", "Three", "One", "Four"]);
});

test("returns a picked-up tile to its position by Escape", async () => {
  const { moves } = await renderTiles();
  (await handleOf("Four").findElement()).focus();
  await pressKeys([
    ["{Enter}", "Picked up Four. Position 4 of 4."],
    ["{ArrowLeft}", "Four is over position 3 of 4."],
    ["{Escape}", "Four is back at position 4 of 4."],
  ]);
  await expectTitles(...TITLES);
  expect(moves).toEqual([]);
});

test("reverts a move that the server rejects, with its message", async () => {
  const { server } = await renderTiles();
  server.fail(tileRoutes.update, { status: 500, error: "The page is locked." });
  await moveToSecond("One");
  await expect.element(page.getByText("The page is locked.", { exact: true })).toBeVisible();
  await expectTitles(...TITLES);
});

test("reverts a move without a connection, with a message", async () => {
  const { server } = await renderTiles();
  server.disconnect(tileRoutes.update);
  await moveToSecond("One");
  await expect.element(page.getByText("Couldn't move tile.", { exact: true })).toBeVisible();
  await expectTitles(...TITLES);
});

test("sends two quick moves in order, however slow the first is", async () => {
  const first = Promise.withResolvers<void>();
  const { moves, storedOrder } = await renderTiles({ beforeMove: () => first.promise });
  await moveToSecond("One");
  await expectTitles("Two", "One", "Three", "Four");
  (await handleOf("Four").findElement()).focus();
  await pressKeys([
    [" ", "Picked up Four. Position 4 of 4."],
    ["{ArrowLeft}", "Four is over position 3 of 4."],
    ["{ArrowLeft}", "Four is over position 2 of 4."],
    [" ", "Dropped Four. Position 2 of 4."],
  ]);
  await expectTitles("Two", "Four", "One", "Three");
  await expect.poll(() => moves.length).toBe(1);
  first.resolve();
  await expect.poll(storedOrder).toEqual(["Two", "Four", "One", "Three"]);
  await expectTitles("Two", "Four", "One", "Three");
});
