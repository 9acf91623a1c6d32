/** The router gives the first location of every document the same key, under which the next document would restore its scroll position. */
export function nameFirstLocation(): void {
  const state: { key?: string } | null = history.state;
  if (!state?.key) history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, "");
}
