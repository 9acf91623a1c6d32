import type { FastifyInstance } from "fastify";
import type { Appearance, ColorCorrection } from "../../../contract/api/appearance.ts";
import type { MailModel, RenderedMail } from "../../../contract/mails/mails.ts";
import type { PageModel, PageSite } from "../../../contract/pages/pages.ts";
import type { PreviewModel } from "../../../contract/pages/previews.ts";
import type { Language } from "../../../contract/rules/languages.ts";

/** Renders pages from models, with the files of the browser build. */
export type Renderer = {
  /** Returns the HTML document of a server-rendered page. */
  renderPage(model: PageModel, site: PageSite): Promise<string>;
  /** Returns the document in which the browser renders the console's page at this path, which may have parameters. `hasSession` adds the requests of a signed-in visitor. */
  renderConsole(site: PageSite, path: string, hasSession: boolean, language: Language): Promise<string>;
  /** Returns the fonts of a page as a `Link` header (RFC 8288). A proxy may send it as early hints (RFC 8297). */
  linksOf(appearance: Appearance | undefined): string | undefined;
  /** Returns how the colours of an appearance are changed to stay readable. */
  correctionsOf(appearance: Appearance): Promise<ColorCorrection[]>;
  /** Returns the accent of an appearance as `#rrggbb`, dark enough to be read on white. */
  printColorOf(appearance: Appearance | undefined): Promise<string>;
  /** Serves the files that these documents load. */
  serveAssets(app: FastifyInstance): Promise<void>;
};

/** Renders the preview images of pages. */
export type PreviewRenderer = {
  /** Returns a preview as SVG of `PREVIEW_SIZE`, with text as paths. */
  renderPreview(model: PreviewModel): Promise<string>;
};

/** Renders emails from models. */
export type MailRenderer = {
  /** Returns an email's subject, HTML document and plain text. */
  renderMail(model: MailModel, site: PageSite): Promise<RenderedMail>;
};
