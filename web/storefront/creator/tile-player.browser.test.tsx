import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { aTile } from "../../testing/console-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderCreatorPage } from "../../testing/render-creator-page.tsx";

/** Replaces a player, which would be on another site. */
const SRC = "data:text/html,<title>player</title>";
const player = { name: "YouTube", src: SRC, shape: "video" } as const;
const film = {
  ...aTile({ id: 3, type: "content", title: "A film", url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ" }),
  player,
};
const article = aTile({ id: 4, type: "content", title: "An article", url: "https://read.example/" });
const dialog = page.getByRole("dialog");
const play = page.getByRole("button", { name: "Play here A film" });
const playInDialog = dialog.getByRole("button", { name: "Play here from YouTube" });
const frames = () => [...document.querySelectorAll("iframe")];
/** The reported events without the view of the page, which counts once per load. */
const events = () =>
  vi
    .mocked(navigator.sendBeacon)
    .mock.calls.map(([, body]) => JSON.parse(String(body)).event)
    .filter((event) => event !== "page_view");

beforeEach(() => {
  vi.spyOn(navigator, "sendBeacon").mockReturnValue(true);
});

test("shows a playable tile as a link with a button and loads nothing before the button is pressed", async () => {
  renderCreatorPage({ tiles: [film, article] });
  await expect.element(page.getByRole("link", { name: /A film/ })).toHaveAttribute("href", film.url);
  await expect.element(play).toBeVisible();
  expect(page.getByRole("button", { name: /An article/ }).elements()).toEqual([]);
  expect(frames()).toEqual([]);
  await expectAccessibleAtEveryWidth();
});

test("plays in one sandboxed frame beside the link, and ends when it is closed", async () => {
  renderCreatorPage({ tiles: [film, article] });
  await play.click();
  await expect.poll(() => frames().length).toBe(1);
  const [frame] = frames();
  expect(frame?.src).toBe(SRC);
  expect(frame?.title).toBe("A film (YouTube)");
  expect(frame?.sandbox.value).not.toContain("top-navigation");
  expect(document.activeElement).toBe(frame);
  await expect.element(dialog.getByRole("link", { name: "Visit link" })).toHaveAttribute("href", film.url);
  await expect.element(playInDialog).not.toBeInTheDocument();
  await expect.element(dialog.getByText("“Play here” loads it", { exact: false })).not.toBeVisible();
  await expect
    .element(dialog.getByText("If nothing plays, “Visit link” opens it there.", { exact: false }))
    .toBeVisible();
  expect(events()).toEqual(["play"]);
  await dialog.getByRole("link", { name: "Not now" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(frames()).toEqual([]);
});

test("waits for the button when the page opens with the tile", async () => {
  renderCreatorPage({ tiles: [film], openTileId: 3 });
  await expect.element(playInDialog).toBeVisible();
  await expect.element(dialog.getByText("“Play here” loads it from YouTube.")).toBeVisible();
  expect(frames()).toEqual([]);
  await expectAccessibleAtEveryWidth();
  playInDialog.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => frames().length).toBe(1);
  expect(events()).toEqual(["play"]);
});

test("leaves only the link without scripts", async () => {
  renderCreatorPage({ tiles: [film], openTileId: 3 }, { withScripts: false });
  await expect.element(dialog.getByRole("link", { name: "Visit link" })).toHaveAttribute("href", film.url);
  expect(playInDialog.element().closest(".needs-scripts")).not.toBeNull();
  expect(play.element().closest(".needs-scripts")).not.toBeNull();
  expect(frames()).toEqual([]);
});
