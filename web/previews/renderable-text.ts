/** Characters that the fonts lack and that would be rendered as boxes: all but Latin with accents, digits and common symbols. */
const UNSUPPORTED =
  /[^\u0020-\u007e\u00a0-\u017f\u0192\u01fa-\u01ff\u0218-\u021b\u1e80-\u1ef9\u2010-\u2026\u20ac\u2122]/gu;

/** Returns a text without unsupported characters, or an empty text if less than half of its letters would be left. */
export function renderableText(text: string): string {
  const line = text.normalize("NFC");
  const kept = line.replace(UNSUPPORTED, "").replace(/\s+/g, " ").trim();
  const lettersOf = (part: string) => part.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return lettersOf(kept) * 2 >= lettersOf(line) ? kept : "";
}
