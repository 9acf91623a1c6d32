import { readAnyPage, readBookmarks, readLittleLink } from "./anchors.ts";
import { readBeacons } from "./beacons.ts";
import { readCsvLinks } from "./csv-links.ts";
import { readLinkBreeze, readLinkStack } from "./exports.ts";
import type { Found } from "./found.ts";
import { readGumroad } from "./gumroad.ts";
import { readHtml } from "./html-page.ts";
import { parseJson } from "./json.ts";
import { readLinktree } from "./linktree.ts";

/**
 * Reads the contents of another page from its HTML, its service's export, bookmarks or a CSV. `url` is the
 * page's address, or undefined for a file. Returns null for a text that is none of them.
 */
export async function readSource(text: string, url?: string): Promise<Found | null> {
  const start = text.trimStart().slice(0, 200);
  if (start.startsWith("{") || start.startsWith("[")) {
    const data = parseJson(text);
    return data === undefined ? null : (readLinkStack(data) ?? readLinkBreeze(data));
  }
  if (!start.startsWith("<")) return (await readGumroad(text)) ?? readCsvLinks(text);
  const page = await readHtml(text);
  if (/^<!doctype netscape-bookmark-file/i.test(start)) return readBookmarks(page);
  const scripts = page.scripts.map((script) => script.text);
  const next = page.scripts.find(({ id }) => id === "__NEXT_DATA__");
  const data = next && parseJson(next.text);
  return (
    (data !== undefined ? readLinktree(data) : null) ??
    readBeacons(scripts) ??
    readLittleLink(page, url) ??
    readAnyPage(page, url)
  );
}
