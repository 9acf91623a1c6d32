import { limits } from "../../../contract/rules/limits.ts";
import { trimBlank } from "../../../contract/rules/meanings.ts";
import { isHttpUrl } from "../../../contract/rules/url-fields.ts";
import { hostOf } from "../../lib/text.ts";

/** The maximum of links in one paste, because each is read from its site. */
export const MAX_PASTED_LINKS = 50;
/** The maximum of characters read from a paste. It has room for that many of the longest URLs. */
const MAX_LENGTH = 120_000;
/** A domain without `https://`, as people write their pages: `instagram.com/vera`. */
const BARE_DOMAIN = /^(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,63}(?:[/?#]\S*)?$/u;

/** Returns the URLs of a pasted text without duplicates, at most `MAX_PASTED_LINKS`. A domain may lack `https://`. */
export function linksIn(text: string): string[] {
  const links = new Set<string>();
  for (const [word] of text.slice(0, MAX_LENGTH).matchAll(/[^\s<>"]+/gu)) {
    if (word.length > limits.url.max) continue;
    const bare = trimBlank(word).replace(/^[([]+|[\]),.;]+$/g, "");
    const url = BARE_DOMAIN.test(bare) ? `https://${bare}` : bare;
    if (isHttpUrl(url)) links.add(url);
    if (links.size === MAX_PASTED_LINKS) break;
  }
  return [...links];
}

/** Returns the title of a link without a loaded page: its host, cut to the length of a title. */
export const titleOf = (url: string): string => (hostOf(url) ?? url).slice(0, limits.tileTitle.max);
