import { escapeHtml } from "../../../contract/rules/html.ts";

type FeedEntry = {
  /** Stable, so that readers recognize an entry whose URL has changed. */
  id: string;
  title: string;
  url: string;
  /** The start of its plain text, or empty. */
  summary: string;
  publishedAt: Date;
  updatedAt: Date;
};

export type Feed = {
  id: string;
  title: string;
  /** The URL of the feed itself. */
  url: string;
  /** The URL of the creator's page. */
  pageUrl: string;
  author: string;
  language: string;
  updatedAt: Date;
  entries: readonly FeedEntry[];
};

/** Returns an Atom feed (RFC 4287). */
export function feedDocument({ id, title, url, pageUrl, author, language, updatedAt, entries }: Feed) {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}">`,
    element("id", id),
    element("title", title),
    element("updated", updatedAt.toISOString()),
    `<author>${element("name", author)}${element("uri", pageUrl)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(url)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(pageUrl)}"/>`,
    ...entries.map(entryOf),
    "</feed>",
  ];
  return `${lines.join("\n")}\n`;
}

const entryOf = ({ id, title, url, summary, publishedAt, updatedAt }: FeedEntry): string =>
  [
    "<entry>",
    element("id", id),
    element("title", title),
    element("published", publishedAt.toISOString()),
    element("updated", updatedAt.toISOString()),
    `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
    ...(summary ? [element("summary", summary)] : []),
    "</entry>",
  ].join("\n");

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 allows tabs and line ends only
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]/g;
const escapeXml = (text: string) => escapeHtml(text.toWellFormed().replace(NOT_IN_XML, ""));
