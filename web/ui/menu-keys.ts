/** Returns the index of the menu item for a key, or null if the key does not move. */
export function itemAfterKey({
  key,
  labels,
  current,
}: {
  key: string;
  labels: readonly string[];
  /** -1 if no item has the focus. */
  current: number;
}): number | null {
  const count = labels.length;
  if (count === 0) return null;
  switch (key) {
    case "ArrowDown":
      return (current + 1) % count;
    case "ArrowUp":
      return current <= 0 ? count - 1 : current - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return key.length === 1 && key !== " " ? nextWithLetter(labels, current, key) : null;
  }
}

/** Finds the next item that starts with a letter, wrapping around. */
function nextWithLetter(labels: readonly string[], current: number, letter: string): number | null {
  const order = labels.map((_, step) => (current + 1 + step) % labels.length);
  const starts = (index: number) => labels[index]?.trim().toLowerCase().startsWith(letter.toLowerCase());
  return order.find(starts) ?? null;
}
