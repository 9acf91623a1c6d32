import { expect, test } from "vitest";
import { printCatalogue, readCatalogue } from "./catalogue-file.ts";
import { mergeCatalogue, problemsOf } from "./merge-catalogue.ts";
import type { SourceText } from "./source-texts.ts";

const PAGE = "web/storefront/page.tsx";
const OTHER_PAGE = "web/storefront/other.tsx";
const before: SourceText[] = [
  { english: "Your order is paid.", files: [PAGE] },
  { english: "Sold out", files: [PAGE] },
];
const german = new Map([
  ["Your order is paid.", "Deine Bestellung ist bezahlt."],
  ["Sold out", "Ausverkauft"],
]);
const file = printCatalogue(
  mergeCatalogue([], "de", before).map((entry) => ({
    ...entry,
    translation: german.get(entry.english) ?? "–",
  })),
  "de",
);
const update = (catalogue: string, sources: readonly SourceText[]) =>
  printCatalogue(mergeCatalogue(readCatalogue(catalogue), "de", sources), "de");
/** Returns the problems with texts of these pages: messages about fields belong to every language. */
const check = (catalogue: string, sources: readonly SourceText[]) =>
  problemsOf(readCatalogue(catalogue), "de", sources).filter((problem) => problem.includes("web/storefront"));

const after = before.with(0, { english: "Your “order” has been paid.", files: [PAGE] });
const CHANGED =
  "English changed: “Your order is paid.” → “Your “order” has been paid.” (web/storefront/page.tsx). It was translated as “Deine Bestellung ist bezahlt.”.";

test("keeps the translation of a changed text as fuzzy, with the previous English", () => {
  const updated = update(file, after);
  expect(updated).toContain(`#: ${PAGE}
#, fuzzy
#| msgid "Your order is paid."
msgid "Your “order” has been paid."
msgstr "Deine Bestellung ist bezahlt."
`);
  expect(update(updated, after)).toBe(updated);
});

test("names a changed text before and after the update, until it is translated", () => {
  expect(check(file, after)).toEqual([CHANGED]);
  const updated = update(file, after);
  expect(check(updated, after)).toEqual([CHANGED]);
  const translated = updated.replace("#, fuzzy\n", "");
  expect(check(translated, after)).toEqual([]);
  expect(update(translated, after)).not.toContain("#|");
});

test("restores the translation when the English text is the previous one again", () => {
  expect(update(update(file, after), before)).toBe(file);
  const third = before.with(0, { english: "Your order has been paid for.", files: [PAGE] });
  expect(check(update(update(file, after), third), third)).toEqual([
    expect.stringMatching(/^English changed: “Your order is paid\.” → “Your order has been paid for\.”/),
  ]);
});

test("finds a text that moves to another file with a small change, and no other", () => {
  const moved = before.with(0, { english: "Your order is paid", files: [OTHER_PAGE] });
  expect(check(file, moved)).toEqual([expect.stringMatching(/^English changed/)]);
  const unlike = before.with(1, { english: "Pay now", files: [PAGE] });
  expect(check(file, unlike)).toEqual([`“Pay now” (${PAGE}) has no translation.`]);
  expect(problemsOf(readCatalogue(file), "de", unlike)).toContain("“Sold out” is not used any more.");
});

test("keeps the mark and the comment of a translator, and names the text", () => {
  const marked = file.replace(/(#: .*\n)(msgid "Sold out")/, "# Is this right?\n$1#, fuzzy\n$2");
  expect(update(marked, before)).toBe(marked);
  expect(check(marked, before)).toEqual([`“Sold out” (${PAGE}) is marked as fuzzy, and so is not shown.`]);
});

test("names a text that is in the file twice", () => {
  const twice = `${file}\n#: ${PAGE}\nmsgid "Sold out"\nmsgstr "Weg"\n`;
  expect(problemsOf(readCatalogue(twice), "de", before)).toContain("“Sold out” is there twice.");
});

test("reads a previous text on several lines, as other programs write it", () => {
  const wrapped = update(file, after).replace('#| msgid "Your order', '#| msgid ""\n#| "Your order');
  expect(check(wrapped, after)).toEqual([CHANGED]);
});
