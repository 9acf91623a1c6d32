import { expect, test } from "vitest";
import { aCreatorPage, anOrderPage } from "../../testing/buyer-entities.ts";
import { aPublicCreator, aTile, aTileProduct } from "../../testing/console-entities.ts";
import { readPage } from "../../testing/read-page.ts";

const tile = aTile({
  id: 7,
  type: "product",
  title: "Eine Schale",
  description: "Von Hand gedreht.",
  url: null,
  product_id: 1,
  product: aTileProduct({ price_cents: 123_456 }),
});

test("marks only the creator's texts on a page without a translation, and formats prices in their language", () => {
  const creator = aPublicCreator({ language: "sv", display_name: "Töpferei", bio: "Aus Ton." });
  const { shown } = readPage(aCreatorPage({ creator, tiles: [tile], openTileId: 7 }));
  /** The languages of the innermost elements with this text; the document itself is in English. */
  const langsOf = (text: string) => {
    const elements = shown.all().filter((each) => each.text === text && !each.everyText.includes(text));
    const langs = elements.map(
      (each) => each.closest(({ attributes }) => "lang" in attributes)?.attributes.lang,
    );
    return [...new Set(langs.map((lang) => lang ?? "en"))];
  };
  for (const text of ["Töpferei", "Aus Ton.", "Eine Schale", "Von Hand gedreht."])
    expect(langsOf(text), text).toEqual(["sv"]);
  for (const text of ["Not now", "Purchase & Download"]) expect(langsOf(text), text).toEqual(["en"]);
  expect(shown.text).toMatch(/1\s234,56\s€/);
});

test("marks nothing on an English page", () => {
  const { whole } = readPage(aCreatorPage({ tiles: [tile], openTileId: 7 }));
  expect(whole.all().filter(({ attributes }) => "lang" in attributes)).toEqual([]);
});

test("formats amounts and dates of a buyer's order in the creator's language", () => {
  const creator = {
    handle: "vera",
    display_name: "Vera",
    language: "de",
    time_zone: "Europe/Berlin",
  } as const;
  const { shown } = readPage(anOrderPage({ amount_cents: 123_456, creator }));
  expect(shown.text).toContain("1.234,56 €");
  expect(shown.text).toContain("21. November 2026");
});
