type ScrollPosition = { tiles: number; scrollY: number };

/** The number of tiles shown when the visitor left a long page. The browser saves it with the history entry. */
export function readScrollPosition(): ScrollPosition | null {
  const state: unknown = history.state;
  if (typeof state !== "object" || state === null) return null;
  const { tiles, scrollY } = state as Partial<ScrollPosition>;
  return typeof tiles === "number" && typeof scrollY === "number" ? { tiles, scrollY } : null;
}

export function saveScrollPosition({ tiles, scrollY }: ScrollPosition): void {
  history.replaceState({ ...history.state, tiles, scrollY }, "");
}
