/**
 * True when what stands written was asked for after the caller began, so that the caller need not ask again: two answers were
 * written since, and the second of them was asked for once the first stood there.
 */
export function isAlreadyRefreshed(written: number, begunAt: number): boolean {
  return written >= begunAt + 2;
}
