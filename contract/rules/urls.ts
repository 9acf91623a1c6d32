/** Returns the parsed URL, or undefined for other text. `URL.canParse` is newer than the browsers that the product supports. */
export function parseUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}
