import { expect, test } from "vitest";
import { lineProblems, linesByText } from "./po-lines.ts";

const GOOD = `# A comment
msgid ""
msgstr ""
"Language: da\\n"

#: web/a.tsx
msgid "One \\"text\\""
msgstr ""
"En “tekst”\\n"
"på to linjer"
`;

test("accepts comments, texts and their further lines", () => {
  expect(lineProblems(GOOD)).toEqual([]);
  expect(lineProblems(GOOD.replaceAll("\n", "\r\n"))).toEqual([]);
});

test.for([
  ['msgstr "En', /quotation mark " at the end of the line is missing/],
  ["msgstr En", /quotation mark " before the text is missing/],
  ['msgstr "En "tekst" her"', /quotation mark " in the text ends it/],
  ["på to linjer", /text outside quotation marks/],
  ['msgstr "En" to', /quotation mark " in the text ends it/],
  ["<<<<<<< HEAD", /mark of a conflict/],
  ["=======", /mark of a conflict/],
  ['msgstr[0] "En fil"', /msgid and msgstr alone/],
  ['msgstr "En\uFFFD"', /not UTF-8/],
] as const)("names the line %j", ([line, text]) => {
  expect(lineProblems(`${GOOD}\n${line}\n`)).toEqual([{ line: 12, text: expect.stringMatching(text) }]);
});

test("finds the line on which a text begins, as often as it is there", () => {
  expect(linesByText(`${GOOD}\n${GOOD}`).get('One "text"')).toEqual([7, 18]);
});
