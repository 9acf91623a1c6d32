import PO from "pofile";

/** A text with its translation. A fuzzy translation is of `previous`, an English text that has changed, and is not shown. */
export type Entry = {
  english: string;
  translation: string;
  isFuzzy: boolean;
  previous: string | null;
  files: string[];
  comments: string[];
};

/** The parts of the head that programs for translators need. */
const headersOf = (language: string) => ({ "Content-Type": "text/plain; charset=utf-8", Language: language });

/**
 * `pofile` does not know gettext's previous texts (`#| msgid "…"`), so they are comments of the program (`#.`) while it
 * reads and writes: https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html
 */
const PREVIOUS = "| ";

export function readCatalogue(file: string): Entry[] {
  return PO.parse(file.replace(/^#\| ?/gm, `#. ${PREVIOUS}`))
    .items.filter(({ msgid, obsolete }) => msgid !== "" && !obsolete)
    .map(({ msgid, msgstr: [translation = ""], flags, extractedComments, references, comments }) => ({
      english: msgid,
      translation,
      isFuzzy: Boolean(flags.fuzzy),
      previous: previousIn(extractedComments),
      files: references,
      comments,
    }));
}

/** Returns the text of the lines `msgid "…"`, which a program may have wrapped. */
function previousIn(comments: readonly string[]): string | null {
  const lines = comments.filter((comment) => comment.startsWith(PREVIOUS)).map((line) => line.slice(2));
  const [item] = PO.parse(`msgid ""\nmsgstr ""\n\n${lines.join("\n")}\nmsgstr ""\n`).items;
  return item?.msgid || null;
}

export function printCatalogue(entries: readonly Entry[], language: string): string {
  const file = new PO();
  file.headers = headersOf(language);
  file.items = entries.map(({ english, translation, isFuzzy, previous, files, comments }) => {
    const item = new PO.Item();
    item.msgid = english;
    item.msgstr = [translation];
    item.flags = isFuzzy ? { fuzzy: true } : {};
    item.extractedComments = previous === null ? [] : previousLines(previous);
    item.references = files;
    item.comments = comments;
    return item;
  });
  // Programs expect the previous text below files and flags.
  const inOrder = file.toString().replace(/((?:^#\. \| .*\n)+)((?:^#[:,] .*\n)+)/gm, "$2$1");
  return `${inOrder.replace(/^#\. \| /gm, "#| ").trimEnd()}\n`;
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
