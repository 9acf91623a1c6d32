/**
 * Returns whether the stored state was requested after the caller started, so that the caller need not request it again: two
 * responses were saved since, and the second one was requested after the first one was saved.
 */
export function isAlreadyRefreshed(written: number, firstRevision: number): boolean {
  return written >= firstRevision + 2;
}
