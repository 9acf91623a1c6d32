/** Returns the value that this browser has stored under a key; null without one, or when storage is not allowed. */
export function readBrowserSetting(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value in this browser, unless storage is not allowed. */
export function saveBrowserSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The value applies until the page is left.
  }
}
