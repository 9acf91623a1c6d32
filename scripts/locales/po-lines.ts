import PO from "pofile";

/** A problem with a file of translations, with the number of its line. */
export type Problem = { line: number | null; text: string };

const OPENED = /^(?:(msgid|msgstr)\s+)?"(.*)$/;
const CONFLICT = /^(<{7}|={7}|>{7}|\|{7})/;

export const linesOf = (file: string): string[] => file.replace(/^\uFEFF/, "").split(/\r?\n/);

/** Returns the lines that programs would misread, such as a quotation without its end. */
export function lineProblems(file: string): Problem[] {
  const lines = linesOf(file);
  const foreign = lines.findIndex((line) => line.includes("\uFFFD") || line.includes("\0"));
  if (foreign >= 0)
    return [{ line: foreign + 1, text: "the file is not UTF-8: save it with that encoding." }];
  return lines.flatMap((line, index) =>
    faultOfLine(line.trim()).map((fault) => ({ line: index + 1, text: `${fault}.` })),
  );
}

function faultOfLine(line: string): string[] {
  if (line === "" || line.startsWith("#")) return [];
  if (CONFLICT.test(line))
    return ["Git has left a mark of a conflict: keep one of the two versions and delete the marks"];
  if (/^msg(ctxt|id_plural|str\[)/.test(line))
    return [
      "a text has msgid and msgstr alone: write the forms of a plural into msgstr, as in the English text",
    ];
  const [, , quoted] = OPENED.exec(line) ?? [];
  if (quoted === undefined)
    return [
      /^msg(id|str)\b/.test(line)
        ? `the quotation mark " before the text is missing`
        : "text outside quotation marks: each line is msgid, msgstr or a comment that begins with #",
    ];
  const end = /^(?:[^"\\]|\\.)*/.exec(quoted)?.[0].length ?? 0;
  if (end === quoted.length - 1 && quoted.endsWith('"')) return [];
  if (end < quoted.length - 1 && quoted[end] === '"')
    return [`a quotation mark " in the text ends it: write the marks of your language, or \\"`];
  return [`the quotation mark " at the end of the line is missing. A line break in a text is \\n`];
}

/** Returns the lines on which each English text begins. */
export function linesByText(file: string): Map<string, number[]> {
  const lines = linesOf(file);
  const found = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith("msgid")) continue;
    let end = index + 1;
    while (lines[end]?.startsWith('"')) end += 1;
    const text = [...lines.slice(index, end), 'msgstr ""'].join("\n");
    const english = PO.parse(`msgid ""\nmsgstr ""\n\n${text}\n`).items[0]?.msgid;
    if (english) found.set(english, [...(found.get(english) ?? []), index + 1]);
  }
  return found;
}

/** Returns the lines above the first text, with the comments and names that programs and translators have written there. */
export function headOf(file: string): string | null {
  const lines = linesOf(file);
  const start = lines.findIndex((line) => line.startsWith("msgid"));
  if (start < 0 || !/^msgid\s+""$/.test(lines[start]?.trim() ?? "") || lines[start + 1]?.startsWith('"'))
    return null;
  const end = lines.findIndex((line, index) => index > start && !/^(msgstr|")/.test(line));
  return lines.slice(0, end < 0 ? undefined : end).join("\n");
}
