import { expect, test } from "vitest";
import { faultsOf } from "./check-translation.ts";

const FILES = "{n, plural, one {# file} other {# files}}";
const KIND = "{kind, select, none {No file for {name}} other {A file for {name}}}";

test.for([
  [
    "{count} left",
    "{anzahl} übrig",
    ["has {anzahl} instead of {count}: names in braces and marks stay English"],
  ],
  ["Read the <link>terms</link>.", "Lies die Bedingungen.", ["lacks <link>"]],
  ["Read the <link>terms</link>.", "Lies die <link></link>.", ["has no words between <link> and </link>"]],
  ["Thanks, {name}.", "Merci d'{name}.", ["an apostrophe before { or < hides it: write ’"]],
  ["With {provider}", "Mit '{provider}'", ["an apostrophe before { or < hides it: write ’"]],
  ["Thanks, {name}.", "Merci d\u2019{name}.", []],
  ["{count} left", "{count} übrig}", ["a brace } has no { before it"]],
  ["Sold out", "<b>Weg</b>", ["has <b>, which the English does not have"]],
  ["Sold out", "Weg<br>", ["has <br>, which the English does not have"]],
  ["Sold out", "Weg<br/>", ["has <br/>, which the English does not have"]],
  ["Cancel", "x ".repeat(29).trim(), ["has 57 characters, and a label on a phone has room for 48"]],
  ["Cancel", "x".repeat(30), ["has a word of 30 characters, and a line on a phone has room for 25"]],
  ["Cancel", " Abbrechen", ["begins with a space, and the English with no space"]],
  ["Cancel\n", "Abbrechen", ["ends with no space, and the English with a line break (\\n)"]],
  [
    "{unit, select, day {a day} other {a month}}",
    "{unit, select, tag {ein Tag} other {ein Monat}}",
    ["has the choice “tag” of {unit} instead of “day”: names of choices stay English"],
  ],
  [
    "{unit, select, day {a day} other {a month}}",
    "je {unit}",
    ["has no choices for {unit}: write {unit, select, day {…} other {…}}"],
  ],
  [
    `${FILES} ${KIND}`,
    `${FILES} ${KIND.replace("No file for {name}", "Nichts")}`,
    ["lacks {name} in “none”"],
  ],
  [KIND, KIND.replace("A file for {name}", "Eine Datei"), ["lacks {name} in “other”"]],
] as const)("names the fault of the translation of %j as %j", ([english, translation, faults]) => {
  expect(faultsOf(english, translation, "de")).toEqual(faults);
});

test.for([
  ["{n, plural, one {# Datei} other {# Dateien}", "a brace { has no }"],
  ["{n og mere}", "a brace { has no } after the name"],
  ["{n, flertal, one {# fil} other {# filer}}", "write plural or select in English"],
  ["{n, plural, one {# fil} andet {# filer}}", "the form other is missing: names of forms stay English"],
  ["{n, plural, one {# fil} other # filer}", "a form has no text in braces"],
  ["{n} <b>filer", "has <b>, which the English does not have"],
  ["{}", "the braces {} have no name in them"],
] as const)("says why %j cannot be read", ([translation, fault]) => {
  expect(faultsOf(FILES, translation, "da")).toEqual([expect.stringContaining(fault)]);
});

test("names a mark of the English that is not closed", () => {
  const faults = faultsOf("Read the <link>terms</link>.", "Læs <link>vilkårene.", "da");
  expect(faults).toEqual(["a mark is not closed, such as <link>…</link>, at “<link>vilkårene.”"]);
});

test.for([
  [
    "pl",
    "{n, plural, one {# plik} other {# pliku}}",
    ["lacks the form “few” of {n}", "lacks the form “many” of {n}"],
  ],
  ["de", "{n, plural, one {eine Datei} other {# Dateien}}", []],
  ["de", "{n, plural, one {# Datei} other {Dateien}}", ["lacks # in the form “other” of {n}"]],
  [
    "uk",
    "{n, plural, one {файл} few {# файли} many {# файлів} other {# файлу}}",
    ["lacks # in the form “one” of {n}"],
  ],
  [
    "da",
    "{n, plural, one {# fil} few {# filer} other {# filer}}",
    ["has the form “few” of {n}, which Danish does not have"],
  ],
  [
    "da",
    "{n, plural, en {# fil} other {# filer}}",
    ["has the form “en” of {n} instead of “one”: names of forms stay English"],
  ],
  [
    "da",
    "{n, plural, =1 {en fil} other {# filer}}",
    ["lacks the form “one” of {n}", "“=1” is not the form “one”"],
  ],
  ["da", "{n} filer", ["has no forms for {n}: write {n, plural, one {…} other {…}}"]],
  ["ja", "{n} 個", []],
] as const)("asks for the forms of a number in %s: %j", ([language, translation, faults]) => {
  expect(faultsOf(FILES, translation, language)).toEqual(faults);
});
