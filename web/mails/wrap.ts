const WIDTH = 72;

/** Spaces at which a line may end: French sets a no-break space before a colon, and between a number and its unit. */
export const BREAKING_SPACES = /[^\S\u00a0\u202f]+/g;

/** Wraps words to lines that every client shows whole. A text may have lines of its own. */
export const wrap = (text: string): string => text.split("\n").map(wrapLine).join("\n");

function wrapLine(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(BREAKING_SPACES)) {
    if (line && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line].join("\n");
}
