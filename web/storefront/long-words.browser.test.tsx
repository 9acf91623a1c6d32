import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { PageModel } from "../../contract/pages/pages.ts";
import { pseudoText } from "../../contract/pseudo-language.ts";
import { type Dictionary, setDictionaries } from "../../contract/translation.ts";
import { aPayPage, NO_ENTRIES } from "../testing/buyer-entities.ts";
import { EVERY_PAGE } from "../testing/every-page.ts";
import { renderPage } from "../testing/render-page.tsx";

const longer: Pick<Dictionary, "get"> = { get: (english) => pseudoText(english, "en-XA") };
const { innerWidth, innerHeight } = window;

beforeEach(async () => {
  setDictionaries(() => longer as Dictionary);
  await page.viewport(320, 740);
});
afterEach(async () => {
  setDictionaries(() => undefined);
  await page.viewport(innerWidth, innerHeight);
});

/** Returns the buttons whose label is wider than its place. */
const findClipped = () =>
  [...document.querySelectorAll<HTMLElement>(".button")]
    .filter((button) => button.checkVisibility() && button.scrollWidth > button.clientWidth + 1)
    .map((button) => button.textContent);

test("fits a phone of 320 px with long words in headings and beside a field", () => {
  const long = { Checkout: "Betalingsgennemførelse", Apply: "Anvend rabatkoden på hele ordren nu" };
  setDictionaries(() => new Map(Object.entries(long)));
  renderPage(aPayPage({ entries: { ...NO_ENTRIES, code: "SPRING" } }), { withScripts: false });
  expect(document.querySelector("h1")?.textContent).toBe(long.Checkout);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  const overflowing = [...document.querySelectorAll<HTMLElement>("h1, .button, form")].filter(
    (element) => element.scrollWidth > element.clientWidth + 1,
  );
  expect(overflowing.map(({ textContent }) => textContent)).toEqual([]);
  expect(document.querySelector<HTMLElement>("[name=code]")?.offsetWidth).toBeGreaterThan(120);
});

test.for(Object.entries(EVERY_PAGE) as [string, readonly PageModel[]][])(
  "fits a phone of 320 px with longer words on the page $0",
  ([, models]) => {
    for (const model of models) {
      const { unmount } = renderPage(model, { withScripts: false });
      expect(document.body.textContent).toMatch(/[áéíóú]{2}/);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
      expect(findClipped()).toEqual([]);
      unmount();
    }
  },
);
