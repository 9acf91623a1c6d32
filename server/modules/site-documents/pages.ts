import type { DocumentModel } from "../../../contract/pages/document-models.ts";
import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { DOCUMENT_LABELS, SITE_DOCUMENTS, type SiteDocument } from "../../../contract/rules/site.ts";
import type { DocumentSource, DocumentSources } from "../../config/site-documents.ts";
import type { RegisterPage } from "../../platform/http/register-page.ts";

/** Registers the operator's imprint, privacy notice and terms. One on another site is a redirect, and a missing one is an unknown path. */
export function registerDocumentPages(registerPage: RegisterPage, documents: DocumentSources): void {
  const models = new Map<SiteDocument, Promise<DocumentModel>>();
  const readModel = (name: SiteDocument, source: Extract<DocumentSource, { text: string }>) => {
    const model = models.get(name) ?? toModel(name, source);
    models.set(name, model);
    return model;
  };
  for (const name of SITE_DOCUMENTS) {
    const source = documents[name];
    registerPage(pageRoutes[name], async ({ reply, sendPage }) => {
      if (!source) return reply.redirect(paths.landing(), 302);
      if ("url" in source) return reply.redirect(source.url, 302);
      return sendPage(await readModel(name, source));
    });
  }
}

async function toModel(
  name: SiteDocument,
  { text, language }: Extract<DocumentSource, { text: string }>,
): Promise<DocumentModel> {
  const { parseMarkdown, textOf } = await import("../../platform/markdown.ts");
  const blocks = parseMarkdown(text);
  const [first] = blocks;
  return {
    page: "site-document",
    name,
    title: (first?.kind === "heading" && textOf(first.spans)) || DOCUMENT_LABELS[name],
    blocks,
    ...(language && { language }),
  };
}
