import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { PublicCreator } from "../../../contract/creators.ts";
import { aTile } from "../../testing/entities.ts";
import { CreatorPage } from "./creator-page.tsx";
import type { CreatorModel } from "./page-model.ts";

const creator: PublicCreator = {
  id: 1,
  handle: "ada",
  display_name: "Ada",
  bio: null,
  avatar_url: null,
  plan: "free",
  stripe_subscription_active: false,
  tips_enabled: false,
  has_payment_account: false,
  socials: [],
  seller: null,
};
const product = { price_cents: 0, currency: "eur", media_url: null, name: "Bowl", sold_out: false };
const tiles = [
  aTile({ id: 3, type: "product", title: "Bowl", url: null, product_id: 1, product }),
  aTile({ id: 4, title: "Closed for now", active: false }),
];
const model: CreatorModel = {
  page: "creator",
  creator,
  tiles,
  from: 0,
  total: tiles.length,
  isOwner: false,
  openTileId: null,
  previewVersion: "x",
};
const dialog = () => page.getByRole("dialog", { name: "Bowl" });
let start: string;

beforeEach(() => {
  start = location.href;
  vi.spyOn(navigator, "sendBeacon").mockReturnValue(true);
});
afterEach(() => history.replaceState(null, "", start));

const renderPage = (changes: Partial<CreatorModel> = {}) =>
  render(<CreatorPage model={{ ...model, ...changes }} site={{ publicUrl: "https://tessera.example" }} />);
const tileOfUrl = () => new URL(location.href).searchParams.get("tile");

test("an open tile is a history entry: Back closes it, Forward opens it, Escape goes back", async () => {
  await renderPage();
  await page.getByRole("link", { name: "Bowl" }).click();
  await expect.element(dialog()).toBeVisible();
  expect(tileOfUrl()).toBe("3");
  history.back();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(tileOfUrl()).toBeNull();
  history.forward();
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.poll(tileOfUrl).toBeNull();
});

test("a tile that the page was opened with is closed in place", async () => {
  const url = new URL(start);
  url.searchParams.set("tile", "3");
  history.replaceState(null, "", url);
  const before = history.length;
  await renderPage({ openTileId: 3 });
  await expect.element(dialog()).toBeVisible();
  await dialog().getByRole("link", { name: "Not now" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(tileOfUrl()).toBeNull();
  expect(history.length).toBe(before);
});

test("a free product reads Free, and an inactive tile says once that it is not available", async () => {
  await renderPage();
  await expect.element(page.getByRole("link", { name: "Bowl" })).toHaveTextContent("Free");
  const tile = page.getByRole("group", { name: "Closed for now, not available" });
  await expect.element(tile).toBeInTheDocument();
  expect(tile.element().textContent).not.toMatch(/not available/i);
});

test("a sold-out product says so on its tile and in its dialog, which has no button to buy it", async () => {
  const soldOut = aTile({ id: 5, type: "product", title: "Vase", product: { ...product, sold_out: true } });
  await renderPage({ tiles: [soldOut], total: 1, openTileId: 5 });
  await expect.element(page.getByRole("link", { name: "Vase" })).toHaveTextContent("Sold out");
  const dialog = page.getByRole("dialog", { name: "Vase" });
  await expect.element(dialog.getByText("Sold out", { exact: true }).last()).toBeVisible();
  expect(dialog.getByRole("button", { name: /buy|get/i }).elements()).toEqual([]);
});
