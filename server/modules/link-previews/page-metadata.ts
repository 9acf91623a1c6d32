import { requiredText, withoutDirectionControls } from "../../../contract/rules/fields.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { parseUrl } from "../../../contract/rules/urls.ts";

export type PageMetadata = {
  title: string | null;
  description: string | null;
  /** May be an icon if the page has no image. */
  imageUrl: URL | null;
};

const TITLE = ["og:title", "twitter:title", "title"];
const DESCRIPTION = ["og:description", "twitter:description", "description"];
const IMAGE = ["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"];
const ICONS = ["apple-touch-icon", "apple-touch-icon-precomposed", "icon"];
const KEYS = new Set([...TITLE, ...DESCRIPTION, ...IMAGE]);
/**
 * The parser searches all open elements for each end tag, so deep nesting costs quadratic time. A real head
 * is shallow.
 */
const MAX_DEPTH = 100;
const MAX_TITLE_CHARS = 10_000;

/** Reads HTML up to the end of its head, or up to its first title if the title comes later. */
export async function readMetadata(html: AsyncIterable<string>, url: URL): Promise<PageMetadata> {
  const found = new Map<string, string>();
  let title = "";
  let isInTitle = false;
  let depth = 0;
  let isDone = false;
  const keep = (key: string, value: string | undefined) => {
    if (value?.trim() && !found.has(key)) found.set(key, value.trim());
  };
  const endHead = () => {
    if (TITLE.some((key) => found.has(key))) isDone = true;
  };
  const { Parser } = await import("htmlparser2");
  const parser = new Parser({
    onopentag(name, { property, name: meta, content, rel, href, type }) {
      depth += 1;
      if (depth > MAX_DEPTH) isDone = true;
      if (isDone) return;
      if (name === "title") isInTitle = true;
      else if (name === "body") endHead();
      else if (name === "base") keep("base", href);
      else if (name === "link") keepIcon(keep, { rel, href, type });
      else if (name === "meta") {
        for (const key of [property, meta]) {
          if (key && KEYS.has(key.trim().toLowerCase())) keep(key.trim().toLowerCase(), content);
        }
      }
    },
    ontext(text) {
      if (isInTitle && title.length < MAX_TITLE_CHARS) title += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (isDone) return;
      if (name === "title") {
        isInTitle = false;
        keep("title", title);
        title = "";
      } else if (name === "head") endHead();
    },
  });
  for await (const text of html) {
    parser.write(text);
    if (isDone) break;
  }
  const first = (keys: readonly string[]) => keys.map((key) => found.get(key)).find(Boolean);
  const base = parseUrl(found.get("base") ?? "", url.href) ?? url;
  const firstUrl = (keys: readonly string[]) =>
    keys
      .map((key) => parseUrl(found.get(key) ?? "data:", base.href))
      .find((found) => /^https?:$/.test(found?.protocol ?? "")) ?? null;
  return {
    title: cleanText(first(TITLE), limits.tileTitle.max),
    description: cleanText(first(DESCRIPTION), limits.tileDescription.max),
    imageUrl: firstUrl([...IMAGE, ...ICONS]),
  };
}

function keepIcon(
  keep: (key: string, value: string | undefined) => void,
  { rel, href, type }: { rel?: string | undefined; href?: string | undefined; type?: string | undefined },
) {
  // Uploads reject SVG and ICO.
  const isRejected = /\.(svg|ico)([?#]|$)/i.test(href ?? "") || /svg|icon/i.test(type ?? "");
  if (isRejected) return;
  for (const word of rel?.toLowerCase().split(/\s+/) ?? []) if (ICONS.includes(word)) keep(word, href);
}

/** Returns text on one line, as the fields of a tile accept it, or null if nothing visible is left. */
export function cleanText(text: string | undefined, max: number): string | null {
  const line = withoutDirectionControls(text ?? "")
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, max)
    // Remove the first half of a surrogate pair that was cut.
    .replace(/[\uD800-\uDBFF]$/, "");
  return visibleUpTo(max).safeParse(line).data ?? null;
}

const schemas = new Map<number, ReturnType<typeof requiredText>>();

/** Returns the schema of a visible text. Creating one takes about a millisecond. */
function visibleUpTo(max: number) {
  const schema = schemas.get(max) ?? requiredText("Title", max);
  schemas.set(max, schema);
  return schema;
}
