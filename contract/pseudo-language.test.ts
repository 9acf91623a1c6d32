import { IntlMessageFormat } from "intl-messageformat";
import { expect, test } from "vitest";
import { pseudoText } from "./pseudo-language.ts";

test("writes words longer and with accents, but not parameters, marks and choices", () => {
  expect(pseudoText("Sold out", "en-XA")).toBe("[Šóóļđ óóúúţ]");
  expect(pseudoText("Thanks, {name}. Read the <link>terms</link>.", "en-XA")).toBe(
    "[Ţĥááñķš, {name}. Ŕééááđ ţĥéé <link>ţééŕɱš</link>.]",
  );
  const files = pseudoText("{count, plural, one {# file} other {# files}}", "en-XA");
  expect(new IntlMessageFormat(files, "en").format({ count: 2 })).toBe("[2 ƒííļééš]");
});

test("keeps an apostrophe, also in a text with a parameter", () => {
  expect(pseudoText("We'll", "en-XA")).toBe("[Ŵéé'ļļ]");
  const text = new IntlMessageFormat(pseudoText("We'll mail {name}", "en-XA"), "en");
  expect(text.format({ name: "Ada" })).toBe("[Ŵéé'ļļ ɱááííļ Ada]");
});

test("makes words about 40 % longer", () => {
  const english = "You can withdraw from this order within 14 days, without giving a reason.";
  const longer = pseudoText(english, "en-XA").length / english.length;
  expect(longer).toBeGreaterThan(1.25);
  expect(longer).toBeLessThan(1.5);
});

test("writes words from right to left, and leaves parameters to be isolated by the page", () => {
  expect(pseudoText("Hi {name}!", "ar-XB")).toBe("\u200f\u202eHi\u202c\u200f {name}!");
});
