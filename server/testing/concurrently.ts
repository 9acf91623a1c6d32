/** Makes a number of calls at once. */
export const concurrently = <T>(count: number, call: (index: number) => T | Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

/** Counts responses by their status. */
export function statusCounts(responses: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
