/** Returns what this browser remembers under a key; null when nothing, or when it does not allow storage. */
export function readBrowserSetting(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a value in this browser, unless it does not allow storage. */
export function saveBrowserSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The value applies until the page is left.
  }
}
