import PO from "pofile";
import { describeForms } from "./plural-forms.ts";
import { linesByText } from "./po-lines.ts";

/** A text with its translation. A fuzzy translation is of `previous`, an English text that has changed, and is not shown. */
export type Entry = {
  english: string;
  translation: string;
  isFuzzy: boolean;
  previous: string | null;
  files: string[];
  comments: string[];
  /** The line of its `msgid`, or null if it is not in the file. */
  line: number | null;
};

/** Returns the head of a new file: the parts that programs for translators need, and the forms that the check asks for. */
const headFor = (
  language: string,
) => `# Forms of a plural, with some of their numbers: ${describeForms(language)}
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: ${language}\\n"
`;

/**
 * `pofile` does not know gettext's previous texts (`#| msgid "…"`), so they are comments of the program (`#.`) while it
 * reads and writes: https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html
 */
const PREVIOUS = "| ";

export function readCatalogue(file: string): Entry[] {
  const lines = linesByText(file);
  return PO.parse(file.replace(/^\uFEFF/, "").replace(/^#\| ?/gm, `#. ${PREVIOUS}`))
    .items.filter(({ msgid, obsolete }) => msgid !== "" && !obsolete)
    .map(({ msgid, msgstr: [translation = ""], flags, extractedComments, references, comments }) => ({
      english: msgid,
      translation,
      isFuzzy: Boolean(flags.fuzzy),
      previous: previousIn(extractedComments),
      files: references,
      comments,
      line: lines.get(msgid)?.shift() ?? null,
    }));
}

/** Returns the text of the lines `msgid "…"`, which a program may have wrapped. */
function previousIn(comments: readonly string[]): string | null {
  const lines = comments.filter((comment) => comment.startsWith(PREVIOUS)).map((line) => line.slice(2));
  const [item] = PO.parse(`msgid ""\nmsgstr ""\n\n${lines.join("\n")}\nmsgstr ""\n`).items;
  return item?.msgid || null;
}

/** Returns a file with these texts. `head` is what the file has had above its first text. */
export function printCatalogue(
  entries: readonly Entry[],
  language: string,
  head = headFor(language),
): string {
  const items = entries.map(({ english, translation, isFuzzy, previous, files, comments }) => {
    const item = new PO.Item();
    item.msgid = english;
    item.msgstr = [translation];
    item.flags = isFuzzy ? { fuzzy: true } : {};
    item.extractedComments = previous === null ? [] : previousLines(previous);
    item.references = files;
    item.comments = comments;
    return `${item}\n`;
  });
  // Programs expect the previous text below files and flags.
  const inOrder = items.join("\n").replace(/((?:^#\. \| .*\n)+)((?:^#[:,] .*\n)+)/gm, "$2$1");
  return `${head.trimEnd()}\n\n${inOrder.replace(/^#\. \| /gm, "#| ")}`;
}

function previousLines(previous: string): string[] {
  const item = new PO.Item();
  item.msgid = previous;
  const lines = item.toString().split("\n");
  return lines
    .slice(
      0,
      lines.findIndex((line) => line.startsWith("msgstr")),
    )
    .map((line) => PREVIOUS + line);
}
