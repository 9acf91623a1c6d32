import { platformOfProfile } from "../../../../contract/rules/socials.ts";
import { parseUrl } from "../../../../contract/rules/urls.ts";
import { Found } from "./found.ts";
import type { HtmlItem, HtmlPage } from "./html-page.ts";

type LinkItem = Extract<HtmlItem, { kind: "link" }>;
const links = (page: HtmlPage): LinkItem[] =>
  page.items.filter((item): item is LinkItem => item.kind === "link");
const isButton = ({ className }: LinkItem) => /(?:^|\s)button(?:\s|-|$)/.test(className);

/** Reads a LittleLink page, whose links have the class `button`. Returns null for another page. */
export function readLittleLink(page: HtmlPage, url: string | undefined): Found | null {
  const buttons = links(page).filter((link) => isButton(link) && /^https?:/i.test(link.href.trim()));
  if (buttons.length < 2 || buttons.length < links(page).length / 2) return null;
  const found = startPage("littlelink", page, url);
  for (const { text, href } of buttons) found.link({ title: text, url: href });
  return found;
}

/** Reads bookmarks as browsers export them: folders as headings, with their links. */
export function readBookmarks(page: HtmlPage): Found {
  const found = new Found("bookmarks");
  for (const item of page.items) {
    if (item.kind === "heading") found.heading(item.text);
    else found.link({ title: item.text, url: item.href });
  }
  return found;
}

/** Reads the links of any page that lead to other sites, except those in its header, footer and menu. */
export function readAnyPage(page: HtmlPage, url: string | undefined): Found {
  const found = startPage("page", page, url);
  const own = url === undefined ? undefined : parseUrl(url)?.hostname;
  const outside = links(page).filter(({ href }) => {
    const target = parseUrl(href.trim(), url);
    return target && /^https?:$/.test(target.protocol) && target.hostname !== own;
  });
  for (const { href, text, isInFrame, imageUrl } of outside) {
    const isProfile = platformOfProfile(parseUrl(href.trim(), url)?.href ?? "") !== null;
    // Icons of profiles often stand in the footer.
    if (isProfile && text.trim().length < 2) found.social(href);
    else if (!isInFrame) found.link({ title: text, url: href, imageUrl });
    else if (isProfile) found.social(href);
  }
  return found;
}

function startPage(source: "littlelink" | "page", page: HtmlPage, url: string | undefined): Found {
  const found = new Found(source, url);
  found.profile({ name: page.title, bio: page.description });
  return found;
}
