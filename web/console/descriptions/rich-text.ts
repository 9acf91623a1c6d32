import type { Span } from "../../../contract/rules/formatting.ts";
import { isHttpUrl } from "../../../contract/rules/url-fields.ts";

/** Longer than any usual page. Longer HTML is pasted as plain text. */
const MAX_HTML = 500_000;

const IGNORED = /^(SCRIPT|STYLE|TEMPLATE|HEAD|TITLE|NOSCRIPT|IFRAME|OBJECT|SVG)$/i;
const PARAGRAPHS = /^(P|H[1-6]|UL|OL|BLOCKQUOTE|PRE|TABLE|HR|SECTION|ARTICLE)$/;
const LINES = /^(DIV|TR|DT|DD|FIGURE|FIGCAPTION|HEADER|FOOTER|MAIN|ADDRESS)$/;

/** Elements that show the line breaks of their source. */
const KEEPS_LINES = "pre, [style*='white-space: pre'], [style*='white-space:pre']";

type Style = Pick<Span, "bold" | "italic" | "href">;
type Line = {
  prefix: string;
  spans: Span[];
  /** True if an empty line precedes it. */
  isApart: boolean;
};

/** Converts copied HTML to the formatting of descriptions, or returns null if it is too long. The HTML is parsed but never inserted into the page. */
export function fromHtml(html: string): string | null {
  if (html.length > MAX_HTML) return null;
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const reader = createReader();
  reader.read(body, {}, "");
  return reader.lines
    .filter(({ spans }) => spans.some(({ text }) => text.trim() !== ""))
    .map(({ prefix, spans, isApart }, index) => (isApart && index > 0 ? "\n" : "") + prefix + textOf(spans))
    .join("\n");
}

function createReader() {
  const lines: Line[] = [];
  let isOpen = false;
  let isApart = false;
  const endLine = (apart: boolean) => {
    isOpen = false;
    isApart ||= apart;
  };
  const add = (span: Span, prefix: string) => {
    if (!isOpen && span.text.trim() === "") return;
    if (!isOpen) lines.push({ prefix, spans: [], isApart });
    isOpen = true;
    isApart = false;
    lines.at(-1)?.spans.push(span);
  };
  const readChildren = (node: Node, style: Style, prefix: string) => {
    for (const child of node.childNodes) read(child, style, prefix);
  };
  const readItems = (list: Element, style: Style) => {
    [...list.children].forEach((item, index) => {
      endLine(false);
      readChildren(item, style, list.tagName === "OL" ? `${index + 1}. ` : "- ");
    });
  };
  const read = (node: Node, style: Style, prefix: string) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.nodeValue ?? "";
      (node.parentElement?.closest(KEEPS_LINES) ? text.split("\n") : [text]).forEach((line, index) => {
        if (index > 0) endLine(false);
        add({ text: line.replace(/\s+/g, " "), ...style }, prefix);
      });
    }
    if (!(node instanceof Element) || IGNORED.test(node.tagName)) return;
    const { tagName } = node;
    if (tagName === "BR") return endLine(false);
    // An item of a list is a single line.
    const isBlock = prefix === "" && (PARAGRAPHS.test(tagName) || LINES.test(tagName));
    const isParagraph = isBlock && PARAGRAPHS.test(tagName);
    if (isBlock) endLine(isParagraph);
    if (/^[UO]L$/.test(tagName)) readItems(node, style);
    else if (/^H[1-6]$/.test(tagName) && prefix === "") readChildren(node, {}, "# ");
    else readChildren(node, styleOf(node, style), prefix);
    if (/^T[DH]$/.test(tagName)) add({ text: " " }, prefix);
    if (isBlock) endLine(isParagraph);
  };
  return { lines, read };
}

/** Reads the style of an element, which editors express by its name or its `style`. */
function styleOf(element: Element, { href, ...outer }: Style): Style {
  const { fontWeight, fontStyle } =
    element instanceof HTMLElement ? element.style : { fontWeight: "", fontStyle: "" };
  const isBold = fontWeight === "" ? /^(B|STRONG)$/.test(element.tagName) || outer.bold : isHeavy(fontWeight);
  const isItalic =
    fontStyle === "" ? /^(I|EM)$/.test(element.tagName) || outer.italic : fontStyle === "italic";
  const target = element.getAttribute("href") ?? "";
  const link = element.tagName === "A" && isHttpUrl(target) ? new URL(target).href : href;
  return {
    ...(isBold && { bold: true as const }),
    ...(isItalic && { italic: true as const }),
    ...(link !== undefined && { href: link }),
  };
}

const isHeavy = (weight: string) => weight === "bold" || weight === "bolder" || Number(weight) >= 600;

const isSame = (one: Span, other: Span) =>
  one.bold === other.bold && one.italic === other.italic && one.href === other.href;

/** Writes a line as its author would type it. */
function textOf(spans: readonly Span[]): string {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    // Spaces take the style before them.
    if (last && (isSame(last, span) || span.text.trim() === "")) last.text += span.text;
    else merged.push({ ...span });
  }
  const parts = merged.map((span, index) => {
    const [, before = "", text = "", after = ""] = /^(\s*)(.*?)(\s*)$/.exec(span.text) ?? [];
    const isInWord =
      isWord(before === "" ? merged[index - 1]?.text.at(-1) : " ") ||
      isWord(after === "" ? merged[index + 1]?.text.at(0) : " ");
    return before + withStyle({ ...span, text }, isInWord) + after;
  });
  return parts.join("").replace(/ +/g, " ").trim();
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);

function withStyle({ text, bold, italic, href }: Span, isInWord: boolean): string {
  if (text === "") return "";
  // Within a word, a single `*` is plain text.
  const sign = (bold ? "**" : "") + (italic && !isInWord ? "*" : "");
  return sign + (href === undefined ? text.replace(/[\\*[]/g, "\\$&") : linkOf(text, href)) + sign;
}

function linkOf(text: string, href: string): string {
  const url = href.replace(/[()]/g, (sign) => (sign === "(" ? "%28" : "%29"));
  const name = text.replace(/[[\]]/g, "").slice(0, 300);
  return name === url || isHttpUrl(name) ? url : `[${name}](${url})`;
}
