import { parseUrl } from "../../contract/rules/urls.ts";

/** Returns the beginning of a text on one line, cut after a word and ending in an ellipsis. */
export function excerpt(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  const letters = Array.from(line);
  if (letters.length <= most) return line;
  const cut = letters.slice(0, most - 1).join("");
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}

/** Returns the host of a URL without `www.`, or null for an invalid URL. */
export function hostOf(url: string): string | null {
  return parseUrl(url)?.hostname.replace(/^www\./, "") || null;
}
