const KEY = "tessera-feedback-dismissed";

/** True once the person has sent the widget away in this session of the browser. */
export function isDismissed(): boolean {
  try {
    return window.sessionStorage.getItem(KEY) !== null;
  } catch {
    // Storage may be blocked; then it lasts as long as the page.
    return false;
  }
}

export function rememberDismissal(): void {
  try {
    window.sessionStorage.setItem(KEY, "1");
  } catch {
    // As above.
  }
}
