import type { Appearance, ColorCorrection } from "../../../../contract/api/appearance.ts";
import type { MailModel, RenderedMail } from "../../../../contract/mails/mails.ts";
import { PAGE_PREFIXES } from "../../../../contract/pages/page-prefixes.ts";
import type { PageModel, PageSite, RenderedPage } from "../../../../contract/pages/pages.ts";
import type { PreviewModel } from "../../../../contract/pages/previews.ts";
import { catalogue, type setMessages } from "../../../../contract/texts.ts";
import type { setDictionaries } from "../../../../contract/translation.ts";
import { CONSOLE_TEXTS } from "../../locales/console-texts.ts";
import { dictionaryOf } from "../../locales/dictionaries.ts";
import type { DevelopmentTexts } from "../../locales/pseudo-texts.ts";
import { frameOf } from "../console-frame.ts";
import { consoleDocument, type PageAssets, pageDocument } from "../document.ts";
import type { MailRenderer, PreviewRenderer, Renderer } from "../port.ts";

/** Paths that the product serves itself. Vite serves the sources of the files that pages load. */
const OWN_PREFIXES = [
  "/api",
  "/uploads",
  CONSOLE_TEXTS,
  "/healthz",
  "/readyz",
  ...PAGE_PREFIXES.filter((prefix) => prefix !== "/@"),
];
const isOwnPath = (url: string) =>
  OWN_PREFIXES.some((prefix) => url.startsWith(prefix)) || /^\/@[A-Za-z0-9_-]{3,32}(\/|\?|$)/.test(url);
const VITE = /^\/@(vite|react-refresh|fs|id)\b/;

/** Returns an element that gives the console its texts. */
function consoleTextsTag({ language, dictionary }: DevelopmentTexts): string {
  const texts = JSON.stringify([...dictionary]).replaceAll("<", "\\u003c");
  return `<script>globalThis.consoleTexts={language:"${language}",base:"",texts:new Map(${texts})};</script>`;
}

type SetDictionaries = typeof setDictionaries;

/** Renders pages from their sources, with hot reload, for development. `texts` are shown in place of every language. */
export async function viteRenderer(
  texts?: DevelopmentTexts,
): Promise<Renderer & MailRenderer & PreviewRenderer> {
  const { createServer } = await import("vite");
  const dictionaries = texts ? () => texts.dictionary : dictionaryOf;
  const pageLanguage = texts && { pageLanguage: texts.language };
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  const assets = (script: string, style: string): PageAssets => ({
    // React's Fast Refresh must be set up before any component loads.
    headTags: `<link rel="stylesheet" href="${style}"><script type="module">import { injectIntoGlobalHook } from "/@react-refresh"; injectIntoGlobalHook(window); window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type;</script><script type="module" src="/@vite/client"></script>`,
    script,
  });
  return {
    async renderPage(model, site) {
      const pages = (await vite.ssrLoadModule("/web/app/entry-server.tsx")) as {
        render: (model: PageModel, site: PageSite) => RenderedPage;
        setDictionaries: SetDictionaries;
        setMessages: typeof setMessages;
      };
      pages.setDictionaries(dictionaries);
      pages.setMessages(catalogue);
      const files = assets("/web/app/entry-storefront.ts", "/web/app/storefront.css");
      return pageDocument(pages.render({ ...model, ...pageLanguage }, site), files);
    },
    async renderMail(model, site) {
      const mails = (await vite.ssrLoadModule("/web/app/entry-mails.tsx")) as {
        renderMail: (model: MailModel, site: PageSite) => RenderedMail;
        setDictionaries: SetDictionaries;
        setMessages: typeof setMessages;
      };
      mails.setDictionaries(dictionaries);
      mails.setMessages(catalogue);
      return mails.renderMail({ ...model, ...(texts && { language: texts.language }) }, site);
    },
    async renderPreview(model) {
      const { renderPreview } = (await vite.ssrLoadModule("/web/app/entry-previews.tsx")) as {
        renderPreview: (model: PreviewModel) => Promise<string>;
      };
      return renderPreview(model);
    },
    linksOf: () => undefined,
    async correctionsOf(appearance) {
      const { correctionsOf } = (await vite.ssrLoadModule("/web/app/entry-server.tsx")) as {
        correctionsOf: (appearance: Appearance) => ColorCorrection[];
      };
      return correctionsOf(appearance);
    },
    async printColorOf(appearance) {
      const { printColorOf } = (await vite.ssrLoadModule("/web/app/entry-server.tsx")) as {
        printColorOf: (appearance: Appearance | undefined) => string;
      };
      return printColorOf(appearance);
    },
    renderConsole: async (site, path, _hasSession, language) => {
      const files = assets("/web/app/entry-console.tsx", "/web/app/console.css");
      if (!texts)
        return consoleDocument({ ...files, styleTags: "" }, site, { frame: frameOf(path), language });
      const headTags = `${files.headTags}${consoleTextsTag(texts)}`;
      const shown = { ...files, headTags, styleTags: "" };
      return consoleDocument(shown, site, { frame: frameOf(path), language: texts.language });
    },
    async serveAssets(app) {
      app.addHook("onRequest", (request, reply, done) => {
        if (isOwnPath(request.url) && !VITE.test(request.url)) return done();
        // Vite serves its own files and passes other requests on.
        vite.middlewares(request.raw, reply.raw, () => done());
      });
      // Fast Refresh needs inline scripts and a WebSocket, which the production policy forbids.
      app.addHook("onSend", async (_request, reply) => void reply.removeHeader("Content-Security-Policy"));
      app.addHook("onClose", () => vite.close());
    },
  };
}
