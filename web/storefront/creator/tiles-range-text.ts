/** Says which tiles of a long page are on the screen. `from` is an index. */
export function tilesRangeText({
  from,
  count,
  total,
}: {
  from: number;
  count: number;
  total: number;
}): string {
  const end = from + count;
  return count > 1 ? `Tiles ${from + 1} to ${end} of ${total}` : `Tile ${end} of ${total}`;
}
