/** Returns a file of lines that end with CRLF and are folded. */
export const contentLines = (lines: readonly string[]): string =>
  lines.map((line) => `${fold(line)}\r\n`).join("");

// biome-ignore lint/suspicious/noControlCharactersInRegex: these files allow tabs and line ends only
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F]/g;
/** Escapes a text value of a calendar (RFC 5545) or a vCard (RFC 2426). */
export const escapeText = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(CONTROLS, "")
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");

const LINE_OCTETS = 75;

/** Splits a line into lines of at most 75 octets, never inside a character. Further lines begin with a space. */
function fold(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
