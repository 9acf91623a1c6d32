import { globSync, readFileSync } from "node:fs";
import { IntlMessageFormat } from "intl-messageformat";
import { expect, expectTypeOf, test } from "vitest";
import { NOUNS, type Noun } from "./nouns.ts";
import {
  type Amount,
  catalogue,
  type Day,
  defineMessages,
  idOf,
  type Message,
  readMessage,
  type Size,
  sentence,
  setMessages,
  texts,
} from "./texts.ts";
import { inLanguage } from "./translation.ts";

// Every table of texts, messages or errors adds itself to the catalogue when its file is loaded.
const sources = globSync("{contract,server,web}/**/*.{ts,tsx}").filter((file) => !/\.test/.test(file));
for (const file of sources) {
  if (!/\b(?:texts|defineMessages|defineErrors)\(/.test(readFileSync(file, "utf8"))) continue;
  await import(/* @vite-ignore */ new URL(`../${file}`, import.meta.url).href);
}

const isExample = (id: string) => id.startsWith("example");
const shown = texts("example_page", { plain: "Nothing was sent.", twoNames: "{first}, then {second}." });
const messages = defineMessages("example", {
  plain: "Nothing was saved.",
  twoNames: "{first} and {second} differ.",
  ofNoun: "{noun} is odd.",
});

test("fills each parameter of a text once, and returns a text without parameters unchanged", () => {
  expect(shown.plain).toBe("Nothing was sent.");
  expect(shown.twoNames({ first: "{second}", second: 2 })).toBe("{second}, then 2.");
  expectTypeOf(shown.plain).toEqualTypeOf<"Nothing was sent.">();
  expectTypeOf(shown.twoNames).parameter(0).toEqualTypeOf<{
    readonly first: string | number;
    readonly second: string | number;
  }>();
});

test("resolves a message from its id and parameters to its text", () => {
  expect(sentence(messages.plain)).toBe("Nothing was saved.");
  expect(readMessage(messages.plain)).toEqual({ id: "example.plain", params: {} });
  const message = messages.twoNames({ first: "{second}", second: 2 });
  expect(readMessage(message)).toEqual({ id: "example.two_names", params: { first: "{second}", second: 2 } });
  expect(sentence(message)).toBe("{second} and 2 differ.");
  expectTypeOf(messages.plain).toEqualTypeOf<Message>();
  expectTypeOf(messages.twoNames).parameter(0).toEqualTypeOf<{
    readonly first: string | number | Amount | Day | Size;
    readonly second: string | number | Amount | Day | Size;
  }>();
});

test("writes the amounts of a message in the language in which it is shown", () => {
  const message = messages.twoNames({ first: { cents: 125_050, currency: "eur" }, second: { cents: 50 } });
  expect(sentence(message)).toBe("€1,250.50 and 0.50 differ.");
  expect(inLanguage("de", () => sentence(message))).toBe("1.250,50\u00a0€ and 0,50 differ.");
});

test("writes the days of a message in the language in which it is shown", () => {
  const message = messages.twoNames({ first: { day: "2026-11-30" }, second: 1 });
  expect(sentence(message)).toBe("30 November 2026 and 1 differ.");
  expect(inLanguage("de", () => sentence(message))).toBe("30. November 2026 and 1 differ.");
});

test("writes the sizes of a message in the language in which it is shown", () => {
  const message = messages.twoNames({ first: { bytes: 1.5 * 1024 ** 3 }, second: { bytes: 9_999_999 } });
  expect(sentence(message)).toBe("1.5 GB and 9 MB differ.");
  expect(inLanguage("de", () => sentence(message))).toBe("1,5 GB and 9 MB differ.");
});

test("drops parameters that the sentence of a message does not have", () => {
  const given = { first: 1, second: 2, cause: new Error("secret") };
  expect(readMessage(messages.twoNames(given))?.params).toEqual({ first: 1, second: 2 });
});

test("accepts only nouns of the table", () => {
  expectTypeOf(messages.ofNoun).parameter(0).toEqualTypeOf<{ readonly noun: Noun }>();
});

test.for(["Nothing was saved.", "Invalid input", "example.unknown", 'example.unknown{"first":1}', "{}", ""])(
  "returns the text %j unchanged, because it is not a message",
  (text) => {
    expect(readMessage(text)).toBeUndefined();
    expect(sentence(text)).toBe(text);
  },
);

test("shows the messages of another bundle", () => {
  const message = 'example.of_server{"file":"a.pdf"}';
  expect(sentence(message)).toBe(message);
  setMessages(new Map([["example.of_server", "{file} is too large."]]));
  expect(sentence(message)).toBe("a.pdf is too large.");
  setMessages(new Map());
});

test("rejects a second sentence for an id", () => {
  expect(() => texts("example", { plain: "Something else." })).toThrow("example.plain");
  expect(() => defineMessages("example", { plain: "Something else." })).toThrow("example.plain");
});

test("lists every id with its sentence in docs/messages.txt and repeats no sentence", async () => {
  const nouns = Object.entries(NOUNS).map(([key, english]): [string, string] => [
    idOf("nouns", key),
    english,
  ]);
  const published = [...catalogue].filter(([id]) => !isExample(id));
  const sentences = published.map(([, english]) => english);
  expect(sentences.filter((english, at) => sentences.indexOf(english) !== at)).toEqual([]);
  const lines = [...published, ...nouns].map((entry) => entry.join(": "));
  await expect(`${lines.sort().join("\n")}\n`).toMatchFileSnapshot("../docs/messages.txt");
});

test("has ids in snake case and sentences without stray braces", () => {
  expect(catalogue.size).toBeGreaterThan(200);
  for (const [id, english] of catalogue) {
    expect(id).toMatch(/^[a-z_]+\.[a-z][a-z0-9_]*$/);
    expect(() => new IntlMessageFormat(english, "en"), id).not.toThrow();
    if (!/, (?:plural|select),/.test(english))
      expect(english.replace(/\{[a-z]\w*(?:, number)?\}/gi, "")).not.toMatch(/[{}]/);
  }
});
