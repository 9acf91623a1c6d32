import { createHash } from "node:crypto";
import { paths } from "../../contract/rules/paths.ts";
import { DEFAULT_SITE, SITE_DOCUMENTS, type SiteDocument } from "../../contract/rules/site.ts";
import type { Settings } from "../config/config.ts";
import type { DocumentSource } from "../config/site-documents.ts";

const versionOf = (content: string) => createHash("sha256").update(content).digest("hex");

function sourceOf(content: string): DocumentSource {
  if (content.startsWith("https:")) return { url: content, version: versionOf(content) };
  return { text: content, path: "/etc/site/document.md", language: "en", version: versionOf(content) };
}

/** Returns the settings of a site with these documents: texts in Markdown, or URLs. */
export function withDocuments(contents: Partial<Record<SiteDocument, string>>) {
  const siteDocuments: Settings["siteDocuments"] = {};
  const documents: Partial<Record<SiteDocument, string>> = {};
  for (const name of SITE_DOCUMENTS) {
    const content = contents[name];
    if (content === undefined) continue;
    const source = sourceOf(content);
    siteDocuments[name] = source;
    documents[name] = "url" in source ? source.url : paths.siteDocument(name);
  }
  return { siteDocuments, site: { ...DEFAULT_SITE, documents } };
}
