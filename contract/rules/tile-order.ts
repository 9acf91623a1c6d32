/** Returns the order of a page after one of its tiles has moved to a position (0 is the first; beyond the end is the end). Server and browser share it. */
export function moveItem(ids: readonly number[], id: number, position: number): number[] {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, position), id, ...others.slice(position)];
}
