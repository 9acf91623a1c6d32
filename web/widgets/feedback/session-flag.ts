/** What the feedback widget stores until the tab is closed. */
type Flag = "dismissed" | "open";

const keyOf = (flag: Flag) => `tessera-feedback-${flag}`;

export function readFlag(flag: Flag): boolean {
  try {
    return window.sessionStorage.getItem(keyOf(flag)) !== null;
  } catch {
    // Storage may be blocked; then a flag lasts as long as the page.
    return false;
  }
}

export function writeFlag(flag: Flag, value: boolean): void {
  try {
    if (value) window.sessionStorage.setItem(keyOf(flag), "1");
    else window.sessionStorage.removeItem(keyOf(flag));
  } catch {
    // As above.
  }
}
