import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { creatorRoutes } from "../../../contract/api/creators.ts";
import { type Tile, tileRoutes, tileVersion } from "../../../contract/api/tiles.ts";
import { keyOf } from "../../lib/drafts/draft-key.ts";
import { meQuery } from "../../lib/session.ts";
import { aCreator, aTile } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import { endSession } from "../../testing/session.ts";

const vera = aCreator();
const jon = aCreator({ id: 2, user_id: "user-2", handle: "jon", display_name: "Jon Berg" });

const openDashboard = (tiles = [aTile()]) => renderDashboard({ creator: vera, tiles: () => tiles });
const dialog = page.getByRole("dialog");
const titleField = page.getByLabelText("Title", { exact: true });

/** Ends the session and lets a creator sign in in the same tab. */
async function signInAgain(
  { server, queryClient, router }: Awaited<ReturnType<typeof openDashboard>>,
  creator = vera,
): Promise<void> {
  endSession(server);
  queryClient.setQueryData(meQuery.queryKey, null);
  await expect.poll(() => router.state.location.pathname).toBe("/auth");
  // A pending request would report the end of the session again.
  await expect.poll(() => queryClient.isFetching({ queryKey: meQuery.queryKey })).toBe(0);
  server.respond(creatorRoutes.me, { creator });
  await router.navigate("/dashboard");
}

test("restores, after signing in again, the tile that was edited when the session ended", async () => {
  const console = await openDashboard();
  await page.getByRole("button", { name: "Add tile" }).click();
  await page.getByLabelText("Type").selectOptions("content");
  await titleField.fill("فيلم 🎬");
  await signInAgain(console);
  await expect.element(page.getByRole("dialog", { name: "Add tile" })).toBeVisible();
  await expect.element(page.getByText("We kept your unsaved changes.")).toBeVisible();
  await expect.element(page.getByLabelText("Type")).toHaveValue("content");
  await expect.element(titleField).toHaveValue("فيلم 🎬");
  await expect.poll(() => sessionStorage.getItem(keyOf("tile", 1))).toBeNull();
});

test("turns the draft of a tile that was deleted meanwhile into a new tile", async () => {
  const console = await openDashboard([aTile({ id: 7, title: "My shop" })]);
  await page.getByRole("button", { name: "Edit My shop" }).click();
  await titleField.fill("My new shop");
  console.server.respond(tileRoutes.list, { tiles: [] });
  console.queryClient.removeQueries({ queryKey: ["tiles"] });
  await signInAgain(console);
  await expect.element(page.getByRole("dialog", { name: "Add tile" })).toBeVisible();
  await expect.element(titleField).toHaveValue("My new shop");
});

/** Types a title, lets another device save a change, ends the session and signs in again. */
async function restoreOver(savedElsewhere: Partial<Tile>) {
  const shop = aTile({ id: 7, title: "My shop" });
  const console = await openDashboard([shop]);
  await page.getByRole("button", { name: "Edit My shop" }).click();
  await titleField.fill("Typed");
  const saved = { ...shop, ...savedElsewhere };
  console.server.respond(tileRoutes.list, { tiles: [saved] });
  console.queryClient.removeQueries({ queryKey: ["tiles"] });
  await signInAgain(console);
  await expect.element(titleField).toHaveValue("Typed");
  const updated = console.server.respond(tileRoutes.update, { tile: saved });
  return { updated, version: tileVersion(saved) };
}

test("takes over fields that another device has saved meanwhile into a restored draft", async () => {
  const { updated, version } = await restoreOver({ url: "https://saved.example/" });
  await expect.element(page.getByLabelText("Destination URL")).toHaveValue("https://saved.example/");
  await page.getByRole("button", { name: "Save tile" }).click();
  await expect
    .poll(() => updated)
    .toMatchObject([{ version: `"${version}"`, body: { title: "Typed", url: "https://saved.example/" } }]);
});

test("asks in a restored draft about a field that another device has also changed", async () => {
  const { updated } = await restoreOver({ title: "Saved elsewhere" });
  await expect.element(page.getByText(/Changed in another tab.*now “Saved elsewhere”/)).toBeVisible();
  await page.getByRole("button", { name: "Save tile" }).click();
  await expect.element(page.getByRole("button", { name: "Keep mine" })).toHaveFocus();
  expect(updated).toEqual([]);
  await page.getByRole("button", { name: "Take theirs" }).click();
  await expect.element(titleField).toHaveValue("Saved elsewhere");
});

test("shows nothing of the draft to another creator who signs in", async () => {
  const console = await openDashboard();
  await page.getByRole("button", { name: "Add tile" }).click();
  await titleField.fill("My secret plan");
  await signInAgain(console, jon);
  await expect.element(page.getByRole("heading", { name: /Jon Berg/ })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("secret");
});

test("closes an open form when another creator signs in in a second tab, and hides its draft", async () => {
  const { server, queryClient } = await openDashboard();
  const created = server.respond(tileRoutes.create, { tile: aTile() });
  await page.getByRole("button", { name: "Add tile" }).click();
  await titleField.fill("My secret plan");
  server.respond(creatorRoutes.me, { creator: jon });
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  await expect.element(page.getByRole("heading", { name: /Jon Berg/ })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Add tile" }).click();
  await expect.element(titleField).toHaveValue("");
  expect(created).toEqual([]);
  // The draft waits until its creator signs in in this tab.
  expect(sessionStorage.getItem(keyOf("tile", 1))).toContain("My secret plan");
});
