/** Returns the parsed URL, or undefined for other text. Does not use `URL.canParse`, which some supported browsers lack. */
export function parseUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}
