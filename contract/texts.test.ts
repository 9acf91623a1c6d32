import { globSync, readFileSync } from "node:fs";
import { expect, expectTypeOf, test } from "vitest";
import { NOUNS, type Noun } from "./nouns.ts";
import { catalogue, identify, idOf, text, texts } from "./texts.ts";

// Every table of texts or errors adds itself when its file is loaded.
const sources = globSync("{contract,server,web}/**/*.{ts,tsx}").filter((file) => !/\.test/.test(file));
for (const file of sources) {
  if (!/\b(?:texts|defineErrors)\(/.test(readFileSync(file, "utf8"))) continue;
  await import(/* @vite-ignore */ new URL(`../${file}`, import.meta.url).href);
}

const messages = texts("example", {
  plain: "Nothing was saved.",
  twoNames: "{first} and {second} differ.",
  shorter: "At most {max}.",
  longer: "At most {max} characters.",
});

test("returns a text without parameters, and requires exactly the parameters of others", () => {
  expect(messages.plain).toBe("Nothing was saved.");
  expect(messages.twoNames({ first: "A", second: 2 })).toBe("A and 2 differ.");
  expectTypeOf(messages.plain).toEqualTypeOf<"Nothing was saved.">();
  expectTypeOf(messages.twoNames).parameter(0).toEqualTypeOf<{
    readonly first: string | number;
    readonly second: string | number;
  }>();
  expect(text("{a}{b}", { a: "{b}", b: 1 })).toBe("{b}1");
});

test("finds the id and parameters of a sentence", () => {
  expect(identify("Nothing was saved.")).toEqual({ id: "example.plain", params: {} });
  expect(identify("A and B and C differ.")).toEqual({
    id: "example.two_names",
    params: { first: "A", second: "B and C" },
  });
  expect(identify("At most 5 characters.")).toEqual({ id: "example.longer", params: { max: "5" } });
  expect(identify("Nothing was saved")).toBeUndefined();
  expect(identify(`At most ${"9".repeat(1000)}.`)).toBeUndefined();
});

test("gives a noun an id, and does not accept other words as the parameter", () => {
  expect(identify("Title is required.")).toEqual({ id: "fields.required", params: { noun: "nouns.title" } });
  expect(identify("Gadget is required.")).toBeUndefined();
  expectTypeOf(text<"{noun} is required.">)
    .parameter(1)
    .toEqualTypeOf<{ readonly noun: Noun }>();
});

test("has one sentence per id, and one id per sentence", () => {
  expect(() => texts("example", { plain: "Something else." })).toThrow("example.plain");
  expect(() => texts("example", { again: "Nothing was saved." })).toThrow("example.again");
});

test("publishes ids and sentences", async () => {
  const nouns = Object.entries(NOUNS).map(([key, english]): [string, string] => [
    idOf("nouns", key),
    english,
  ]);
  const published = [...catalogue, ...nouns].filter(([id]) => !id.startsWith("example."));
  const lines = published.map((entry) => entry.join(": "));
  await expect(`${lines.sort().join("\n")}\n`).toMatchFileSnapshot("../docs/messages.txt");
});

test("recognises each text of the catalogue with its parameters", () => {
  expect(catalogue.size).toBeGreaterThan(200);
  for (const [id, english] of catalogue) {
    expect(id).toMatch(/^[a-z_]+\.[a-z][a-z0-9_]*$/);
    expect(english.replace(/\{[a-z]\w*\}/gi, "")).not.toMatch(/[{}]/);
    const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const params = Object.fromEntries(names.map((name, at) => [name, `Value ${at}`]));
    const isOfNoun = names.includes("noun");
    const sentence = text(english, { ...params, ...(isOfNoun && { noun: "Postal code" }) });
    const expected = { ...params, ...(isOfNoun && { noun: "nouns.postal_code" }) };
    expect(identify(sentence)).toEqual({ id, params: expected });
  }
});
