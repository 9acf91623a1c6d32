import { limits } from "./limits.ts";
import { isHttpUrl } from "./url-fields.ts";

/** A run of text in one style. */
export type Span = { text: string; bold?: true; italic?: true; href?: string };

export type Block =
  | { kind: "heading"; spans: Span[] }
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "quote"; spans: Span[] }
  | { kind: "list"; isOrdered: boolean; start: number; items: Span[][] };

const HEADING = /^#{1,3} (.+)$/;
const QUOTE = /^> ?(.*)$/;
const BULLET = /^[-*•] (.+)$/;
const NUMBERED = /^(\d{1,6})[.)] (.+)$/;

/**
 * Parses a description, which is a small subset of Markdown. A line of `# ` is a heading,
 * lines of `> ` are a quote, lines of `- ` or `1. ` are a list, an empty line ends a paragraph, and a line break is one. Within a line: `**bold**`,
 * `*italic*`, `[text](https://…)` and bare URLs; `\*` is a plain sign. Everything else, HTML included, is text. Each
 * character is read a fixed number of times, so a hostile text costs no more than any other of its length.
 */
export function parseFormatted(source: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let kind: "paragraph" | "quote" = "paragraph";
  const endParagraph = () => {
    if (lines.length > 0) blocks.push({ kind, spans: parseSpans(lines.join("\n")) });
    lines = [];
  };
  for (const line of source.split(/\r?\n/).map((each) => each.trim())) {
    const [, heading] = HEADING.exec(line) ?? [];
    const [, quote] = QUOTE.exec(line) ?? [];
    const [, bullet] = BULLET.exec(line) ?? [];
    const [, number, item] = NUMBERED.exec(line) ?? [];
    const isQuote = quote !== undefined;
    if (line === "" || heading || bullet || item || isQuote !== (kind === "quote")) endParagraph();
    if (line === "") blocks.push({ kind: "paragraph", spans: [] });
    else if (heading) blocks.push({ kind: "heading", spans: parseSpans(heading) });
    else if (bullet) addItem(blocks, bullet, null);
    else if (item) addItem(blocks, item, Number(number));
    else {
      kind = isQuote ? "quote" : "paragraph";
      lines.push(quote ?? line);
    }
  }
  endParagraph();
  // Empty lines have no spans.
  return blocks.filter((block) => block.kind === "list" || block.spans.length > 0);
}

/** Returns a description as plain text, without its formatting. */
export function plainText(source: string): string {
  const textOf = (spans: Span[]) => spans.map(({ text }) => text).join("");
  return parseFormatted(source)
    .flatMap((block) => (block.kind === "list" ? block.items.map(textOf) : [textOf(block.spans)]))
    .join("\n");
}

function addItem(blocks: Block[], item: string, number: number | null) {
  const last = blocks.at(-1);
  const isOrdered = number !== null;
  const spans = parseSpans(item);
  if (last?.kind === "list" && last.isOrdered === isOrdered) last.items.push(spans);
  else blocks.push({ kind: "list", isOrdered, start: number ?? 1, items: [spans] });
}

const ESCAPED = /\\([\\*[\]#.)-])/y;
const LINK = /\[([^[\]\n]{1,300})\]\((https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\))*)\)/iy;
const BARE_URL = /https?:\/\/[^\s<>"*[\]]+/iy;
const PLAIN = /[^\\*[h]+|[\s\S]/iy;

type Sign = "**" | "*";
/** A sign may start or end a style, depending on its neighbours. */
type Token = Span | { sign: Sign; opens: boolean; closes: boolean };

function parseSpans(text: string): Span[] {
  return styled(tokenize(text));
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const match = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  for (let at = 0; at < text.length; ) {
    const [escaped, escapedSign] = match(ESCAPED, at) ?? [];
    const [link, linkText, url] = match(LINK, at) ?? [];
    const [bare] = isWordCharacter(text[at - 1]) ? [] : (match(BARE_URL, at) ?? []);
    if (escaped && escapedSign) {
      tokens.push({ text: escapedSign });
      at += escaped.length;
    } else if (link && linkText && url && isLink(url)) {
      tokens.push({ text: linkText, href: new URL(url).href });
      at += link.length;
    } else if (bare) {
      const shown = withoutEnd(bare);
      tokens.push(isLink(shown) ? { text: shown, href: new URL(shown).href } : { text: shown });
      at += shown.length;
    } else if (text[at] === "*") {
      const sign = text[at + 1] === "*" ? "**" : "*";
      tokens.push({ sign, ...sidesOf(text, at, sign) });
      at += sign.length;
    } else {
      const [plain = ""] = match(PLAIN, at) ?? [];
      tokens.push({ text: plain });
      at += plain.length;
    }
  }
  return tokens;
}

/** Parses the URL of a link. Checks the length first, because the time to parse a host grows faster than its length. */
const isLink = (url: string) => url.length <= limits.url.max && isHttpUrl(url);

/** Removes the punctuation after a bare URL that ends its sentence. */
function withoutEnd(url: string): string {
  let end = url.length;
  while (".,;:!?)'”’".includes(url[end - 1] ?? " ")) end -= 1;
  return url.slice(0, end);
}

/** A sign before a character can open a style, and a sign after a character can close it. A single `*` within a word or a product of numbers is plain. */
function sidesOf(text: string, at: number, sign: Sign) {
  const before = text[at - 1];
  const after = text[at + sign.length];
  const isInside = sign === "*" && isWordCharacter(before) && isWordCharacter(after);
  return {
    opens: after !== undefined && /\S/.test(after) && !isInside,
    closes: before !== undefined && /\S/.test(before) && !isInside,
  };
}

const isWordCharacter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/** Pairs each opening sign with the next closing sign of its kind. A sign without a partner stays text. */
function styled(tokens: readonly Token[]): Span[] {
  const partners = new Map<Token, "open" | "close">();
  const opened: Partial<Record<Sign, Token>> = {};
  for (const token of tokens) {
    if (!("sign" in token)) continue;
    const start = opened[token.sign];
    if (start && token.closes) {
      partners.set(start, "open").set(token, "close");
      delete opened[token.sign];
    } else if (token.opens) opened[token.sign] ??= token;
  }
  const spans: Span[] = [];
  const isOn = { "**": false, "*": false };
  for (const token of tokens) {
    const role = partners.get(token);
    if ("sign" in token && role) isOn[token.sign] = role === "open";
    else addSpan(spans, { ...("sign" in token ? { text: token.sign } : token), ...styleOf(isOn) });
  }
  return spans;
}

const styleOf = (isOn: Record<Sign, boolean>) => ({
  ...(isOn["**"] && { bold: true as const }),
  ...(isOn["*"] && { italic: true as const }),
});

function addSpan(spans: Span[], span: Span) {
  const last = spans.at(-1);
  const isSame = last && !last.href && !span.href && last.bold === span.bold && last.italic === span.italic;
  if (isSame) last.text += span.text;
  else spans.push(span);
}

/** Returns the URLs of the links in a text, without duplicates, in order. */
export function linksIn(source: string): string[] {
  const spans = parseFormatted(source).flatMap((block) =>
    block.kind === "list" ? block.items.flat() : block.spans,
  );
  return [...new Set(spans.flatMap(({ href }) => href ?? []))];
}
