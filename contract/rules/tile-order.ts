/** Returns the order of a page's tiles after one tile has moved to a position. Position 0 is the first. Server and browser share this function. */
export function moveItem(ids: readonly number[], id: number, position: number): number[] {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, position), id, ...others.slice(position)];
}
