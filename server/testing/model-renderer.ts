import { sentence } from "../../contract/texts.ts";
import { frameOf } from "../platform/render/console-frame.ts";
import { consoleDocument, pageDocument } from "../platform/render/document.ts";
import type { MailRenderer, PreviewRenderer, Renderer } from "../platform/render/port.ts";

/** Replaces messages by their sentences, as pages do. */
const shown = (_key: string, value: unknown) => (typeof value === "string" ? sentence(value) : value);

/** Renders only the model of each page. Tests in a browser check the visible page. */
export const modelRenderer: Renderer & MailRenderer & PreviewRenderer = {
  renderPage: async (model, site) =>
    pageDocument(
      {
        head: "",
        body: `<script type="application/json" id="model">${escapeJson(JSON.stringify({ model, site }, shown))}</script>`,
        style: "",
        hasScripts: true,
        fonts: [],
      },
      { headTags: "", script: "/x.js" },
    ),
  renderMail: async (model) => ({ subject: model.mail, html: JSON.stringify(model), text: model.links.main }),
  renderPreview: async ({ handle }) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="12" height="6"><title>${handle}</title></svg>`,
  linksOf: () => "</x.js>; rel=modulepreload",
  // Treats every accent as unreadable in the dark scheme.
  correctionsOf: async ({ accent }) =>
    accent === null ? [] : [{ scheme: "dark", chosen: accent, shown: "#ffffff" }],
  printColorOf: async (appearance) => appearance?.accent ?? "#2b48d9",
  renderConsole: async (site, path, _hasSession, language) =>
    consoleDocument({ headTags: "<title>console</title>", styleTags: "", script: "/x.js" }, site, {
      frame: frameOf(path),
      language,
    }),
  serveAssets: async () => {},
};

/** Escapes JSON for a script element, so that it contains no tag, comment or line separator. */
const escapeJson = (json: string) =>
  json.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
