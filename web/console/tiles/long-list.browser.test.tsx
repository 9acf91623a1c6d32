import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Tile, tileRoutes } from "../../../contract/api/tiles.ts";
import { aCreator, aTile } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import { withMoved } from "./moved-tiles.ts";
import { TileMenu } from "./tile-menu.tsx";

vi.mock("./tile-menu.tsx", { spy: true });
/** False in a folder whose path must be encoded, such as one with a space, because Vitest cannot mock modules there. */
const isCounted = vi.isMockFunction(TileMenu);

const COUNT = 40;
const button = (name: string) => page.getByRole("button", { name, exact: true });
/** The titles of the cards rendered since the last call. */
function takeRendered(): string[] {
  const { calls } = vi.mocked(TileMenu).mock;
  return calls.splice(0).map(([{ tile }]) => tile.title);
}

beforeEach(() => page.viewport(1280, 800));

async function renderTiles() {
  let tiles = Array.from({ length: COUNT }, (_, position) =>
    aTile({ id: position + 1, title: `Tile ${position + 1}`, position }),
  );
  const { server } = await renderDashboard({ creator: aCreator({ plan: "creator" }), tiles: () => tiles });
  const changes = server.respond(tileRoutes.update, ({ params, body }) => {
    const { position, ...change } = body as Partial<Tile>;
    const id = Number(params.id);
    tiles = tiles.map((tile) => (tile.id === id ? { ...tile, ...change } : tile));
    if (position !== undefined) tiles = withMoved(tiles, id, position);
    return { tile: tiles.find((tile) => tile.id === id) ?? aTile() };
  });
  await expect.element(button("Actions for Tile 40")).toBeInTheDocument();
  if (isCounted) expect(new Set(takeRendered()).size).toBe(COUNT);
  /** Waits for the server's list, which is requested after each change. */
  const settled = (count: number) => expect.poll(() => changes.length).toBe(count);
  return { settled };
}

test.runIf(isCounted)("renders only the changed tile's card in a long list", async () => {
  const { settled } = await renderTiles();
  await page.getByRole("switch", { name: "Tile 2 is active" }).click();
  await settled(1);
  await expect.element(page.getByText("Inactive", { exact: true })).toBeVisible();
  expect(new Set(takeRendered())).toEqual(new Set(["Tile 2"]));

  await button("Tile 3").click();
  await userEvent.keyboard("The third");
  expect(takeRendered()).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await settled(2);
  await expect.element(button("The third")).toBeVisible();
  expect(new Set(takeRendered())).toEqual(new Set(["The third"]));
});

test.runIf(isCounted)(
  "renders no other card again when a tile is moved or several are selected in a long list",
  async () => {
    const { settled } = await renderTiles();
    await button("Actions for Tile 4").click();
    await page.getByRole("menuitem", { name: "Move to…" }).click();
    await page.getByLabelText(`Place (1 to ${COUNT})`).fill("1");
    await button("Move").click();
    await settled(1);
    await expect.element(page.getByText("Tile 4 moved.")).toBeVisible();
    expect(takeRendered().filter((title) => title !== "Tile 4")).toEqual([]);

    await button("Select several").click();
    await page.getByRole("checkbox", { name: "Select Tile 5", exact: true }).click();
    await expect.element(page.getByText("1 tile selected")).toBeVisible();
    await button("Done").click();
    await expect.element(button("Move Tile 5")).toBeVisible();
    expect(takeRendered()).toEqual([]);
  },
);

test("makes only cards near the window draggable, and others when they come near", async () => {
  await renderTiles();
  await expect.element(button("Move Tile 40")).not.toBeInTheDocument();
  await expect.element(button("Move Tile 1")).toBeVisible();
  (await button("Edit Tile 40").findElement()).scrollIntoView();
  await expect.element(button("Move Tile 40")).toBeVisible();
  await expect.element(button("Move Tile 1")).not.toBeInTheDocument();
});
