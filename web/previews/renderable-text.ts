/** The characters that the fonts contain: Latin with accents, digits, common symbols. Others would be rendered as boxes. */
const LETTERS =
  /[^\u0020-\u007e\u00a0-\u017f\u0192\u01fa-\u01ff\u0218-\u021b\u1e80-\u1ef9\u2010-\u2026\u20ac\u2122]/gu;

/** Returns a text without unsupported characters, or an empty one if little would be left. */
export function renderableText(text: string): string {
  const line = text.normalize("NFC");
  const kept = line.replace(LETTERS, "").replace(/\s+/g, " ").trim();
  const lettersOf = (part: string) => part.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return lettersOf(kept) * 2 >= lettersOf(line) ? kept : "";
}
