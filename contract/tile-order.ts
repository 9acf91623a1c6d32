/** The order of a page after one of its tiles moved to a place (0 is the first; past the end is the end): the same on both sides. */
export function moveItem(ids: readonly number[], id: number, position: number): number[] {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, position), id, ...others.slice(position)];
}
