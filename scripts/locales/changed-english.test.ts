import { expect, test } from "vitest";
import { printCatalogue, readCatalogue } from "./catalogue-file.ts";
import { countChanges, mergeCatalogue, problemsOf } from "./merge-catalogue.ts";
import { headOf } from "./po-lines.ts";
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
  textsOf(catalogue, sources).filter((problem) => problem.includes("web/storefront"));
const textsOf = (catalogue: string, sources: readonly SourceText[]) =>
  problemsOf(readCatalogue(catalogue), "de", sources).map(({ text }) => text);

const after = before.with(0, { english: "Your “order” has been paid.", files: [PAGE] });
const CHANGED =
  "English changed: “Your order is paid.” → “Your “order” has been paid.” (web/storefront/page.tsx). It was translated as “Deine Bestellung ist bezahlt.”: correct the translation and delete the line “#, fuzzy”.";

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
  expect(check(file, after)).toEqual([
    CHANGED.replace("correct", "run `npm run locales -- update`, then correct"),
  ]);
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
  expect(check(file, unlike)).toEqual([
    `“Pay now” (${PAGE}) is new: run \`npm run locales -- update\`, then translate it.`,
  ]);
  expect(check(update(file, unlike), unlike)).toEqual([`“Pay now” (${PAGE}) has no translation.`]);
  expect(textsOf(file, unlike)).toContain(
    "“Sold out” is not used any more: `npm run locales -- update` removes it. If you have changed its msgid, restore it first.",
  );
});

test("keeps the mark and the comment of a translator, and names the text", () => {
  const marked = file.replace(/(#: .*\n)(msgid "Sold out")/, "# Is this right?\n$1#, fuzzy\n$2");
  expect(update(marked, before)).toBe(marked);
  expect(check(marked, before)).toEqual([
    `“Sold out” (${PAGE}) is marked as fuzzy, and so is not shown: correct the translation and delete the line “#, fuzzy”.`,
  ]);
});

test("names a text that is in the file twice, with the line of the second", () => {
  const twice = `${file}\n#: ${PAGE}\nmsgid "Sold out"\nmsgstr "Weg"\n`;
  expect(problemsOf(readCatalogue(twice), "de", before)).toContainEqual({
    line: twice.split("\n").length - 2,
    text: "“Sold out” is there twice: delete one.",
  });
});

test("names the line, the text and the translation of a fault", () => {
  const wrong = file.replace("Ausverkauft", "Ausverkauft ");
  const line = wrong.split("\n").indexOf('msgid "Sold out"') + 1;
  expect(problemsOf(readCatalogue(wrong), "de", before)).toContainEqual({
    line,
    text: "“Sold out” → “Ausverkauft ”: ends with a space, and the English with no space.",
  });
});

test("counts added, changed and removed texts", () => {
  const entries = readCatalogue(file);
  const changes = (sources: readonly SourceText[]) =>
    countChanges(entries, mergeCatalogue(entries, "de", sources));
  expect(changes(before)).toEqual({ added: 0, changed: 0, removed: 0 });
  expect(changes([...after.slice(0, 1), { english: "Pay now", files: [OTHER_PAGE] }])).toEqual({
    added: 1,
    changed: 1,
    removed: 1,
  });
});

test("keeps the head of a file, and writes the plural forms into that of a new one", () => {
  const head = '# Translated by Ann\nmsgid ""\nmsgstr ""\n"Last-Translator: Ann\\n"\n"Language: de\\n"';
  const own = file.replace(headOf(file) ?? "", head);
  expect(printCatalogue(readCatalogue(own), "de", headOf(own) ?? undefined)).toBe(own);
  expect(readCatalogue(own)).toHaveLength(readCatalogue(file).length);
  expect(headOf(printCatalogue([], "pl"))).toMatch(
    /^# .*: one \(1\), few \(2, 3, 4\), many \(0, 5, 6\), other/,
  );
});

test("reads a previous text on several lines, as other programs write it", () => {
  const wrapped = update(file, after).replace('#| msgid "Your order', '#| msgid ""\n#| "Your order');
  expect(check(wrapped, after)).toEqual([CHANGED]);
});
