import { afterEach, describe, expect, test } from "vitest";
import { formatMoney } from "./rules/formats.ts";
import { defineMessages, sentence, t, text, texts } from "./texts.ts";
import { currentLanguage, inLanguage, setDictionaries, translateParts } from "./translation.ts";

const FILES = "{count, plural, one {# file} other {# files}}";
const dictionaries: Record<string, Map<string, string>> = {
  pl: new Map([
    [FILES, "{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}"],
    ["Sold out", "Wyprzedane"],
    ["Thanks, {name}.", "Dziękuję, {name}."],
    ["Nothing was kept.", "Nic nie zostało."],
    ["Email is odd.", "E-mail jest dziwny."],
    ["Pay {amount}", "Zapłać {amount"],
    ["Back to {handle}", "Powrót do {nazwa}"],
  ]),
  ar: new Map([
    ["Pay {amount}", "ادفع {amount}"],
    [
      "{number, select, none {An order} other {Order {number}}}",
      "{number, select, none {طلب} other {الطلب {number}}}",
    ],
    ["<b>{name}</b> by {creator}", "<b>{name}</b> من {creator}"],
  ]),
};
setDictionaries((language) => dictionaries[language]);
afterEach(() => setDictionaries((language) => dictionaries[language]));

test.for([
  [0, "0 plików"],
  [1, "1 plik"],
  [2, "2 pliki"],
  [5, "5 plików"],
  [21, "21 plików"],
  [22, "22 pliki"],
] as const)("counts %i by the rules of Polish", ([count, expected]) => {
  expect(inLanguage("pl", () => t(FILES, { count }))).toBe(expected);
});

test("counts by the rules of English when a text has no translation", () => {
  const days = () => t("{days, plural, one {# day} other {# days}}", { days: 2 });
  expect(inLanguage("pl", days)).toBe("2 days");
  expect(inLanguage("xx", () => t(FILES, { count: 1 }))).toBe("1 file");
});

test.for(["{count, plural, one {x} other {y}}", "\\u0041 <b>bold</b>", "'{name}'", "{0}", "", "# %"])(
  "shows the name %j as it was typed",
  (name) => {
    expect(t("Thanks, {name}.", { name })).toBe(`Thanks, ${name}.`);
    expect(inLanguage("pl", () => t("Thanks, {name}.", { name }))).toBe(`Dziękuję, ${name}.`);
  },
);

test("reads the language of tables and messages when they are shown", () => {
  const table = texts("example_seam", { kept: "Nothing was kept." });
  const messages = defineMessages("example_seam", { odd: "{noun} is odd." });
  const label = text("Sold out");
  expect(inLanguage("pl", () => [table.kept, sentence(messages.odd({ noun: "Email" })), t(label)])).toEqual([
    "Nic nie zostało.",
    "E-mail jest dziwny.",
    "Wyprzedane",
  ]);
  expect([table.kept, sentence(messages.odd({ noun: "Email" })), t(label)]).toEqual([
    "Nothing was kept.",
    "Email is odd.",
    "Sold out",
  ]);
});

describe("in a text from right to left", () => {
  const arabic = <Result>(render: () => Result) => inLanguage("ar", render);

  test("isolates names and amounts, and leaves numbers", () => {
    expect(arabic(() => t("Pay {amount}", { amount: "€5" }))).toBe("ادفع \u2068€5\u2069");
    expect(arabic(() => t("Pay {amount}", { amount: 5 }))).toBe("ادفع 5");
    expect(inLanguage("pl", () => t("Thanks, {name}.", { name: "Ada" }))).toBe("Dziękuję, Ada.");
  });

  test("isolates nothing in an English text", () => {
    expect(arabic(() => t("Thanks, {name}.", { name: "Ada" }))).toBe("Thanks, Ada.");
  });

  test("chooses words by a value as it was given", () => {
    const chosen = (number: string) =>
      arabic(() => t("{number, select, none {An order} other {Order {number}}}", { number }));
    expect(chosen("none")).toBe("طلب");
    expect(chosen("T-7")).toBe("الطلب \u2068T-7\u2069");
  });

  test.each(["כוס 3", "كوب (3)"])("isolates the name %s in an English and in a German text", (name) => {
    const values = { name, date: "1 May" };
    const expected = (text: string) => text.replace(name, `\u2068${name}\u2069`);
    for (const language of ["en", "de"])
      expect(inLanguage(language, () => t("Sold: {name}, {date}", values))).toBe(
        expected(`Sold: ${name}, 1 May`),
      );
    const shown = translateParts<string>("<b>{name}</b> by {creator}", {
      name,
      creator: "Ada",
      b: (parts) => `[${parts.join("")}]`,
    });
    expect(shown.join("")).toBe(expected(`[${name}] by Ada`));
  });

  test("isolates values inside and outside of marks", () => {
    const shown = arabic(() =>
      translateParts<string>("<b>{name}</b> by {creator}", {
        name: "Atlas",
        creator: "Ada",
        b: (parts) => `[${parts.join("")}]`,
      }),
    );
    expect(shown.join("")).toBe("[\u2068Atlas\u2069] من \u2068Ada\u2069");
  });
});

test("shows the English text for a translation with broken grammar or a foreign parameter", () => {
  expect(inLanguage("pl", () => t("Pay {amount}", { amount: 5 }))).toBe("Pay 5");
  expect(inLanguage("pl", () => t("Back to {handle}", { handle: "@ada" }))).toBe("Back to @ada");
});

test("formats by the current language, and has the former one again after an error", () => {
  const prices = inLanguage("de", () => [
    formatMoney(123450, "EUR"),
    inLanguage("fr", () => currentLanguage()),
  ]);
  expect(prices).toEqual(["1.234,50\u00a0€", "fr"]);
  expect(() =>
    inLanguage("de", () => {
      throw new Error("no page");
    }),
  ).toThrow("no page");
  expect(currentLanguage()).toBe("en");
  expect(formatMoney(123450, "EUR")).toBe("€1,234.50");
});
