/** Returns the order of a page after one tile has moved to a position, from 0 up to the end. Server and browser share it. */
export function moveItem(ids: readonly number[], id: number, position: number): number[] {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, position), id, ...others.slice(position)];
}
