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
/** The document of a component test is in English. */
const langOf = (text: string) =>
  page.getByText(text, { exact: true }).first().element().closest("[lang]")?.getAttribute("lang") ?? null;

test("the creator's texts are marked with their language, the product's are not, and prices are written in it", async () => {
  const creator = aPublicCreator({ language: "de", display_name: "Töpferei", bio: "Aus Ton." });
  renderCreatorPage({ creator, tiles: [tile], openTileId: 7 });
  for (const text of ["Töpferei", "Aus Ton.", "Eine Schale", "Von Hand gedreht."])
    expect(langOf(text)).toBe("de");
  for (const text of ["Not now", "Purchase & Download"]) expect(langOf(text)).toBe("en");
  await expect.element(page.getByText("1.234,56 €").first()).toBeVisible();
});

test("a page in English is marked nowhere", () => {
  renderCreatorPage({ tiles: [tile], openTileId: 7 });
  expect(document.querySelector("body [lang]")).toBeNull();
});

test("a buyer's order has amounts and dates as the creator's language writes them", async () => {
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
