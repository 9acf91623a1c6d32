import { limits } from "../../../contract/rules/limits.ts";
import { trimBlank } from "../../../contract/rules/meanings.ts";
import { isHttpUrl } from "../../../contract/rules/url-fields.ts";
import { excerpt } from "../../lib/text.ts";

/** The maximum of links in one paste, because each is read from its site. */
export const MAX_PASTED_LINKS = 50;
/** The maximum of characters read from a paste. It has room for that many of the longest URLs. */
const MAX_LENGTH = 120_000;
/** The maximum of characters that are shown of a word or line that is no link. */
const MAX_DROPPED_LENGTH = 60;
/** A domain without `https://`, as people write their pages: `instagram.com/vera`. */
const BARE_DOMAIN = /^(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,63}(?:[/?#]\S*)?$/u;

/** The links of a pasted text, and its words and lines that are not used as links. */
export type Pasted = { urls: string[]; dropped: string[] };

/** Reads the URLs of a pasted text without duplicates, at most `MAX_PASTED_LINKS`. A domain may lack `https://`. */
export function readPasted(text: string): Pasted {
  const links = new Set<string>();
  const dropped: string[] = [];
  const pasted = text.slice(0, MAX_LENGTH);
  for (const line of pasted.split("\n")) {
    const words = line.split(/[\s<>"]+/).filter((word) => word !== "");
    const found = words.map(urlOf);
    // Words beside a link describe it, but a name such as `@vera` stands for a profile of its own.
    const isText = found.every((url) => url === null);
    if (isText && words.length > 0) dropped.push(excerpt(line, MAX_DROPPED_LENGTH));
    for (const [place, url] of found.entries()) {
      const word = words[place] ?? "";
      if (
        url === null ? !isText && /^@[\w.]+$/.test(word) : !links.has(url) && links.size === MAX_PASTED_LINKS
      )
        dropped.push(excerpt(word, MAX_DROPPED_LENGTH));
      else if (url !== null) links.add(url);
    }
  }
  return { urls: [...links], dropped };
}

function urlOf(word: string): string | null {
  if (word.length > limits.url.max) return null;
  const bare = trimBlank(word).replace(/^[([]+|[\]),.;]+$/g, "");
  const url = BARE_DOMAIN.test(bare) ? `https://${bare}` : bare;
  return isHttpUrl(url) ? url : null;
}
