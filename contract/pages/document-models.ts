import type { Language } from "../rules/languages.ts";
import type { SiteDocument } from "../rules/site.ts";

/** A part of a line in a document. */
export type DocumentSpan =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "break" }
  | { kind: "strong" | "emphasis" | "deleted"; spans: DocumentSpan[] }
  /** A link to an http(s), mailto or tel URL, to a path of this site or to a heading of the document. */
  | { kind: "link"; href: string; spans: DocumentSpan[] };

/** A block of a document. Its texts contain no markup. */
export type DocumentBlock =
  | { kind: "heading"; level: 1 | 2 | 3 | 4 | 5 | 6; id: string; spans: DocumentSpan[] }
  | { kind: "paragraph"; spans: DocumentSpan[] }
  | { kind: "quote"; blocks: DocumentBlock[] }
  | { kind: "list"; isOrdered: boolean; start: number; items: DocumentBlock[][] }
  | { kind: "table"; head: DocumentSpan[][]; rows: DocumentSpan[][][] }
  | { kind: "code"; text: string }
  | { kind: "rule" };

/** A legal document of the site's operator. */
export type DocumentModel = {
  page: "site-document";
  name: SiteDocument;
  /** The first heading without markup, or the name of the document. */
  title: string;
  blocks: DocumentBlock[];
  /** The language of the text. Missing if it is unknown. */
  language?: Language;
};
