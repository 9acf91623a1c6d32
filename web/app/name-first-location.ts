/** Gives the first location of a document its own key. The router would use the same key in every document, so that the next document would restore this one's scroll position. */
export function nameFirstLocation(): void {
  const state: { key?: string } | null = history.state;
  if (!state?.key) history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, "");
}
