type ScrollPosition = { tiles: number; scrollY: number };

/** How much of a long page was shown when the visitor left it by a link: the browser saves that with the history entry. */
export function readScrollPosition(): ScrollPosition | null {
  const state: unknown = history.state;
  if (typeof state !== "object" || state === null) return null;
  const { tiles, scrollY } = state as Partial<ScrollPosition>;
  return typeof tiles === "number" && typeof scrollY === "number" ? { tiles, scrollY } : null;
}

export function saveScrollPosition({ tiles, scrollY }: ScrollPosition): void {
  history.replaceState({ ...history.state, tiles, scrollY }, "");
}
