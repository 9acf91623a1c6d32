import { parseDocument } from "htmlparser2";
import { lexer, type Token, type Tokens } from "marked";
import type { DocumentBlock, DocumentSpan } from "../../contract/pages/document-models.ts";
import { isHttpUrl } from "../../contract/rules/url-fields.ts";

type HeadingLevel = Extract<DocumentBlock, { kind: "heading" }>["level"];

/** Blocks and styles within each other. A page renders each level by recursion. */
const MAX_DEPTH = 24;

/**
 * Parses a text in GitHub's Markdown. HTML in it is plain text, apart from `<br>` and comments, and images are their
 * descriptions, so that a page requests nothing from other sites. Throws if the text nests too deeply.
 */
export function parseMarkdown(text: string): DocumentBlock[] {
  return blocksOf(lexer(text), { depth: 0, ids: new Set() });
}

type Context = { depth: number; ids: Set<string> };

function inner(context: Context): Context {
  if (context.depth >= MAX_DEPTH)
    throw new Error(`lists, quotes and styles are nested in more than ${MAX_DEPTH} levels`);
  return { ...context, depth: context.depth + 1 };
}

const blocksOf = (tokens: readonly Token[], context: Context): DocumentBlock[] =>
  tokens.flatMap((token) => blockOf(token, context));

function blockOf(token: Token, context: Context): DocumentBlock[] {
  switch (token.type) {
    case "heading": {
      const spans = spansOf(token.tokens, context);
      const level = token.depth as HeadingLevel;
      return [{ kind: "heading", level, id: uniqueId(textOf(spans), context), spans }];
    }
    case "paragraph":
    case "text": {
      const spans = token.tokens ? spansOf(token.tokens, context) : [plain(token.text)];
      return [{ kind: "paragraph", spans }];
    }
    case "blockquote":
      return [{ kind: "quote", blocks: blocksOf(token.tokens ?? [], inner(context)) }];
    case "list":
      return [listOf(token as Tokens.List, context)];
    case "table":
      return [tableOf(token as Tokens.Table, context)];
    case "code":
      return [{ kind: "code", text: token.text }];
    case "hr":
      return [{ kind: "rule" }];
    case "html": {
      const text = withoutComments(token.text).trim();
      return text === "" ? [] : [{ kind: "paragraph", spans: [{ kind: "text", text }] }];
    }
    default:
      return [];
  }
}

function listOf({ ordered, start, items }: Tokens.List, context: Context): DocumentBlock {
  const within = inner(context);
  return {
    kind: "list",
    isOrdered: ordered,
    start: start === "" ? 1 : start,
    items: items.map((item) => blocksOf(item.tokens, within)),
  };
}

function tableOf({ header, rows }: Tokens.Table, context: Context): DocumentBlock {
  const cellsOf = (cells: readonly Tokens.TableCell[]) => cells.map(({ tokens }) => spansOf(tokens, context));
  return { kind: "table", head: cellsOf(header), rows: rows.map(cellsOf) };
}

const spansOf = (tokens: readonly Token[] | undefined, context: Context): DocumentSpan[] =>
  (tokens ?? []).flatMap((token) => spanOf(token, context));

const STYLES = { strong: "strong", em: "emphasis", del: "deleted" } as const;

function spanOf(token: Token, context: Context): DocumentSpan[] {
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return [{ kind: STYLES[token.type], spans: spansOf(token.tokens, inner(context)) }];
    case "link": {
      const spans = spansOf(token.tokens, inner(context));
      const href = safeHref(token.href);
      return href === undefined ? spans : [{ kind: "link", href, spans }];
    }
    case "image":
      return [plain(token.text)];
    case "codespan":
      return [{ kind: "code", text: token.text }];
    case "br":
      return [{ kind: "break" }];
    case "html":
      return /^<br\s*\/?>$/i.test(token.text) ? [{ kind: "break" }] : [rawText(withoutComments(token.text))];
    case "escape":
      return [rawText(token.text)];
    default:
      return "text" in token ? [plain(token.text)] : [];
  }
}

const rawText = (text: string): DocumentSpan => ({ kind: "text", text });

/** Returns text with character references decoded. */
function plain(text: string): DocumentSpan {
  return rawText(text.replace(/&(?:#x?[\da-f]{1,7}|[a-z][a-z\d]{1,30});/gi, decodeReference));
}

function decodeReference(reference: string): string {
  const [node] = parseDocument(reference).children;
  return node && "data" in node ? node.data : reference;
}

const withoutComments = (html: string): string => html.replace(/<!--[\s\S]*?-->/g, "");

/** Returns the URL of a link that is safe to follow, or undefined. */
function safeHref(href: string): string | undefined {
  if (/^#[^\s]*$/.test(href) || /^\/(?![/\\])[^\s\\]*$/.test(href)) return href;
  if (/^(?:mailto|tel):[^\s]+$/i.test(href)) return href;
  return isHttpUrl(href) ? new URL(href).href : undefined;
}

export const textOf = (spans: readonly DocumentSpan[]): string =>
  spans
    .map((span) => {
      if (span.kind === "break") return " ";
      return "text" in span ? span.text : textOf(span.spans);
    })
    .join("");

/** Returns the id of a heading as GitHub derives it, with a number for a repeated one. */
function uniqueId(heading: string, { ids }: Context): string {
  const id = heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
  let unique = id;
  for (let count = 1; ids.has(unique); count += 1) unique = `${id}-${count}`;
  ids.add(unique);
  return unique;
}
