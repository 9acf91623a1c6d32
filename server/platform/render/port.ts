import type { FastifyInstance } from "fastify";
import type { MailModel, RenderedMail } from "../../../contract/mails.ts";
import type { PageModel, PageSite } from "../../../contract/pages.ts";

/** Makes pages from models; knows how the browser's files were built. */
export type Renderer = {
  /** A whole HTML document of a server-rendered page. */
  renderPage(model: PageModel, site: PageSite): Promise<string>;
  /** The document in which the browser draws the console by itself. */
  renderConsole(): Promise<string>;
  /** Serves the files that those documents name. */
  serveAssets(app: FastifyInstance): Promise<void>;
};

/** Makes mails from models. */
export type MailRenderer = {
  /** A mail's subject, its HTML document and the plain text beside it. */
  renderMail(model: MailModel, site: PageSite): Promise<RenderedMail>;
};
