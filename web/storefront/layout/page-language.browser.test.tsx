import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { anOrderPage } from "../../testing/buyer-entities.ts";
import { aPublicCreator, aTile, aTileProduct } from "../../testing/entities.ts";
import { renderCreatorPage } from "../../testing/render-creator-page.tsx";
import { renderPage } from "../../testing/render-page.tsx";

const tile = aTile({
  id: 7,
  type: "product",
  title: "Eine Schale",
  description: "Von Hand gedreht.",
  url: null,
  product_id: 1,
  product: aTileProduct({ price_cents: 123_456 }),
});
/** The document of component tests is in English. */
const langOf = (text: string) =>
  page.getByText(text, { exact: true }).first().element().closest("[lang]")?.getAttribute("lang") ?? null;

test("marks the creator's texts with their language, not the product's, and formats prices in it", async () => {
  const creator = aPublicCreator({ language: "de", display_name: "Töpferei", bio: "Aus Ton." });
  renderCreatorPage({ creator, tiles: [tile], openTileId: 7 });
  for (const text of ["Töpferei", "Aus Ton.", "Eine Schale", "Von Hand gedreht."])
    expect(langOf(text)).toBe("de");
  for (const text of ["Not now", "Purchase & Download"]) expect(langOf(text)).toBe("en");
  await expect.element(page.getByText("1.234,56 €").first()).toBeVisible();
});

test("marks nothing on an English page", () => {
  renderCreatorPage({ tiles: [tile], openTileId: 7 });
  expect(document.querySelector("body [lang]")).toBeNull();
});

test("formats amounts and dates of a buyer's order in the creator's language", async () => {
  const creator = {
    handle: "vera",
    display_name: "Vera",
    language: "de",
    time_zone: "Europe/Berlin",
  } as const;
  renderPage(anOrderPage({ amount_cents: 123_456, creator }));
  await expect.element(page.getByText("1.234,56 €").first()).toBeVisible();
  await expect.element(page.getByText("21. November 2026").first()).toBeVisible();
});
