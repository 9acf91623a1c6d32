/** A text that no file shows any more, with its translation and the files that showed it. */
export type FormerText = { english: string; files: readonly string[] };

/** gettext's `msgmerge` asks for the same share of equal parts. Two texts of one file need less. */
const ALIKE = 0.6;
const ALIKE_IN_ONE_FILE = 0.35;

/** Returns for each new text the former one that it replaces, as far as there is one. Each former text is used once. */
export function findChanged<Former extends FormerText>(
  added: readonly FormerText[],
  former: readonly Former[],
): Map<string, Former> {
  const pairs = added.flatMap((text) =>
    former.map((before) => ({ text, before, likeness: likenessOf(text.english, before.english) })),
  );
  const changed = new Map<string, Former>();
  const used = new Set<Former>();
  for (const { text, before, likeness } of pairs.sort((one, other) => other.likeness - one.likeness)) {
    const isOfOneFile = text.files.some((file) => before.files.includes(file));
    if (likeness < (isOfOneFile ? ALIKE_IN_ONE_FILE : ALIKE)) continue;
    if (changed.has(text.english) || used.has(before)) continue;
    changed.set(text.english, before);
    used.add(before);
  }
  return changed;
}

/** Returns the share of pairs of neighbouring letters that two texts have in common (Dice's coefficient), from 0 to 1. */
function likenessOf(one: string, other: string): number {
  if (one === other) return 1;
  const rest = pairsOf(other);
  const first = pairsOf(one);
  const total = first.length + rest.length;
  let common = 0;
  for (const pair of first) {
    const at = rest.indexOf(pair);
    if (at < 0) continue;
    common += 1;
    rest.splice(at, 1);
  }
  return total === 0 ? 0 : (2 * common) / total;
}

function pairsOf(text: string): string[] {
  const letters = [...text.toLowerCase()];
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
