import { createHash } from "node:crypto";
import { z } from "zod";
import { Language } from "../../contract/rules/languages.ts";
import { limits } from "../../contract/rules/limits.ts";
import type { SiteDocument } from "../../contract/rules/site.ts";
import { readSettingFile } from "./setting-file.ts";

/** A legal document of the operator: a text in Markdown, or a URL of another site. */
export type DocumentSource = {
  /** The SHA-256 of the text, or of the URL, in hexadecimal digits. */
  version: string;
} & ({ text: string; language: Language | null; path: string } | { url: string });

export type DocumentSources = Partial<Record<SiteDocument, DocumentSource>>;

const MAX_BYTES = 100 * 1024;
const EXAMPLE = "/etc/tessera/terms.md";
const MARKDOWN = `must name a Markdown file in UTF-8, such as ${EXAMPLE}`;
/** Control characters, apart from tabs and line breaks. No text has them, and the database stores no NUL. */
const CONTROL = /[^\P{Cc}\t\n\r\f\u0080-\u009f]/u;

const versionOf = (content: string) => createHash("sha256").update(content).digest("hex");

/** A path of a Markdown file, or an https URL. */
export const siteDocument = z.string().transform((value, context): DocumentSource => {
  const source = /^[a-z][a-z\d+.-]*:/i.test(value) ? linkedDocument(value) : readDocument(value);
  if (typeof source !== "string") return source;
  context.addIssue({ code: "custom", message: source });
  return z.NEVER;
});

function linkedDocument(value: string): DocumentSource | string {
  const url = URL.parse(value);
  const isUsable = url?.protocol === "https:" && url.username === "" && url.password === "";
  if (!isUsable || url.href.length > limits.url.max)
    return "must be the path of a Markdown file, or an https URL such as https://company.example/terms";
  return { url: url.href, version: versionOf(url.href) };
}

/** Returns the text of a file, or why it cannot be used. Line ends and the byte order mark make no other version of a text. */
function readDocument(path: string): DocumentSource | string {
  const file = readSettingFile(path, { maxBytes: MAX_BYTES, example: EXAMPLE });
  if (typeof file === "string") return file;
  const decoded = decode(file.bytes);
  if (decoded === undefined || CONTROL.test(decoded)) return `${MARKDOWN}; ${path} is another file`;
  const text = `${decoded.replace(/\r\n?/g, "\n").trimEnd()}\n`;
  if (text.trim() === "") return `must name a file with content; ${path} is empty`;
  return { text, path, language: languageOf(path), version: versionOf(text) };
}

/** Decodes UTF-8 without its byte order mark. Returns undefined for other bytes. */
function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the language that a file's name has before its extension, such as `terms.de.md`, or null. */
function languageOf(path: string): Language | null {
  const [, tag] = /\.([a-z]{2,3}(?:-[A-Z]{2})?)\.[a-z]+$/i.exec(path) ?? [];
  return Language.safeParse(tag).data ?? null;
}
