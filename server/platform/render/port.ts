import type { FastifyInstance } from "fastify";
import type { MailModel, RenderedMail } from "../../../contract/mails.ts";
import type { PageModel, PageSite, PreviewModel } from "../../../contract/pages.ts";

/** Makes pages from models; knows how the browser's files were built. */
export type Renderer = {
  /** A whole HTML document of a server-rendered page. */
  renderPage(model: PageModel, site: PageSite): Promise<string>;
  /** The document in which the browser renders the console. */
  renderConsole(site: PageSite): Promise<string>;
  /** What a page is going to load, as a `Link` header (RFC 8288): a proxy may say it ahead of the page (RFC 8297). */
  linksOf(page: PageModel["page"]): string | undefined;
  /** Serves the files that those documents name. */
  serveAssets(app: FastifyInstance): Promise<void>;
};

/** Draws the pictures that stand beside links to a page. */
export type PreviewRenderer = {
  /** A preview as SVG, `PREVIEW_SIZE` large, in which letters are shapes. */
  renderPreview(model: PreviewModel): Promise<string>;
};

/** Makes mails from models. */
export type MailRenderer = {
  /** A mail's subject, its HTML document and the plain text beside it. */
  renderMail(model: MailModel, site: PageSite): Promise<RenderedMail>;
};
