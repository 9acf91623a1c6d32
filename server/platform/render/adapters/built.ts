import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import { z } from "zod";
import type { Appearance, ColorCorrection } from "../../../../contract/api/appearance.ts";
import { creatorRoutes } from "../../../../contract/api/creators.ts";
import { tileRoutes } from "../../../../contract/api/tiles.ts";
import type { MailModel, RenderedMail } from "../../../../contract/mails/mails.ts";
import type { PageModel, PageName, PageSite, RenderedPage } from "../../../../contract/pages/pages.ts";
import type { PreviewModel } from "../../../../contract/pages/previews.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { catalogue, type setMessages } from "../../../../contract/texts.ts";
import type { setDictionaries } from "../../../../contract/translation.ts";
import { setTextAreas } from "../../locales/console-texts.ts";
import { dictionaryOf } from "../../locales/dictionaries.ts";
import { type ConsoleFrame, frameOf } from "../console-frame.ts";
import { type ConsoleAssets, consoleDocument, type PageAssets, pageDocument } from "../document.ts";
import type { MailRenderer, PreviewRenderer, Renderer } from "../port.ts";

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
);
type Manifest = z.infer<typeof Manifest>;
const TextAreas = z.record(z.string(), z.object({ after: z.array(z.string()), files: z.array(z.string()) }));

type PreviewBundle = { renderPreview: (model: PreviewModel) => Promise<string> };
/** Each bundle has its own texts, which it is told. */
type WithTexts = { setDictionaries: typeof setDictionaries; setMessages: typeof setMessages };
type PageBundle = WithTexts & {
  render: (model: PageModel, site: PageSite) => RenderedPage;
  fontsOf: (appearance: Appearance | undefined) => readonly string[];
  correctionsOf: (appearance: Appearance) => ColorCorrection[];
  printColorOf: (appearance: Appearance | undefined) => string;
};
type MailBundle = WithTexts & { renderMail: (model: MailModel, site: PageSite) => RenderedMail };

function tellTexts(bundle: WithTexts): void {
  bundle.setDictionaries(dictionaryOf);
  bundle.setMessages(catalogue);
}

/** Renders pages with the output of `npm run build`. */
export async function builtRenderer(dist: string): Promise<Renderer & MailRenderer & PreviewRenderer> {
  const client = join(dist, "client");
  const readBuilt = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(client, `.vite/${name}.json`), "utf8"));
  const pages: PageBundle = await import(pathToFileURL(join(dist, "server/entry-server.js")).href);
  tellTexts(pages);
  setTextAreas(TextAreas.parse(await readBuilt("console-texts")));
  const page = await storefrontAssets(Manifest.parse(await readBuilt("storefront")), client);
  const consoleFiles = consoleAssets(Manifest.parse(await readBuilt("console")));
  return {
    // Loaded with the first email, so that it does not delay the start.
    async renderMail(model, site) {
      const bundle: MailBundle = await import(pathToFileURL(join(dist, "server/entry-mails.js")).href);
      tellTexts(bundle);
      return bundle.renderMail(model, site);
    },
    // Loaded with the first preview image, because it is large and many processes never render one.
    async renderPreview(model) {
      const bundle: PreviewBundle = await import(pathToFileURL(join(dist, "server/entry-previews.js")).href);
      return bundle.renderPreview(model);
    },
    // Only fonts are announced: scripts that are loaded this early would delay the first paint.
    linksOf: (appearance) =>
      pages
        .fontsOf(appearance)
        .map((url) => `<${url}>; rel=preload; as=font; crossorigin`)
        .join(", "),
    correctionsOf: async (appearance) => pages.correctionsOf(appearance),
    printColorOf: async (appearance) => pages.printColorOf(appearance),
    async renderPage(model, site) {
      const rendered = pages.render(model, site);
      return pageDocument(rendered, page(model.page, rendered.fonts));
    },
    renderConsole: async (site, path, hasSession, language) =>
      consoleDocument(consoleFiles(path, hasSession), site, { frame: frameOf(path), language }),
    async serveAssets(app) {
      await app.register(fastifyStatic, {
        root: client,
        preCompressed: true,
        wildcard: false,
        index: false,
        dotfiles: "ignore",
        setHeaders(reply, path) {
          // A page that is frozen in a report has no origin, so browsers load its fonts only if any origin may.
          if (path.endsWith(".woff2")) reply.header("Access-Control-Allow-Origin", "*");
          const named = path.includes("/assets/");
          reply.header(
            "Cache-Control",
            named ? "public, max-age=31536000, immutable" : "public, max-age=3600",
          );
        },
      });
    },
  };
}

/** Returns a function that finds the assets of a page by its name and fonts. To speed up the first paint, styles are inline and the script, one file, loads last. */
async function storefrontAssets(manifest: Manifest, client: string) {
  const { files, css } = collect(manifest, ["web/app/entry-storefront.ts"]);
  const read = async (names: readonly string[]) =>
    (await Promise.all(names.map((name) => readFile(join(client, name), "utf8")))).join("");
  const shared = await read(css);
  const stylesOf = (name: string) => read(collect(manifest, [`web/app/${name}.css`]).files);
  // The pages with the most markup have stylesheets without the other pages' rules.
  const ofCreators = await stylesOf("creator");
  const own: Partial<Record<PageName, string>> = {
    landing: await stylesOf("landing"),
    creator: ofCreators,
    "theme-sample": ofCreators,
  };
  const known = new Map<string, PageAssets>();
  return (page: PageName, fonts: readonly string[]): PageAssets => {
    const styles = own[page] ?? shared;
    const key = `${page in own ? page : ""} ${fonts.join()}`;
    const assets = known.get(key) ?? {
      headTags: `<style>${withoutFaces(styles, fonts).replaceAll("</", "<\\/")}</style>`,
      script: `/${files[0]}`,
    };
    known.set(key, assets);
    return assets;
  };
}

/** Removes the faces of fonts that a page does not show. A font's file has the font's name. */
function withoutFaces(styles: string, fonts: readonly string[]): string {
  return styles.replace(/@font-face\s*\{[^}]*\}/g, (face) => {
    const [, family = ""] = /font-family:\s*"?([\w ]+?) (?:Variable|Fallback)/.exec(face) ?? [];
    return fonts.some((url) => url.includes(family.toLowerCase().replaceAll(" ", "-"))) ? face : "";
  });
}

/** Returns a function that finds the assets of a page by its path. To speed up the first screen, its few scripts and the session are requested together with the entry. Fonts load last, because their fallbacks have the same metrics. */
function consoleAssets(manifest: Manifest) {
  const entry = "web/app/entry-console.tsx";
  const { css } = collect(manifest, [entry]);
  const styles = css.map((file) => `<link rel="stylesheet" href="/${file}">`).join("");
  return (path: string, hasSession: boolean): ConsoleAssets => {
    const screen = FIRST_SCREENS[frameOf(path)];
    const shared = Object.keys(manifest).filter((key) => screen && manifest[key]?.name === screen);
    const { files } = collect(manifest, [entry, ...shared]);
    const tags = [
      ...css.map((file) => `<link rel="preload" as="style" href="/${file}">`),
      ...files.slice(1).map((file) => `<link rel="modulepreload" href="/${file}">`),
      ...requestsOf(path, hasSession).map(
        (url) => `<link rel="preload" as="fetch" crossorigin href="${url}">`,
      ),
    ];
    return { headTags: tags.join(""), styleTags: styles, script: `/${files[0]}` };
  };
}

/** The chunks of first screens, by their names in `vite.config.ts`. */
const FIRST_SCREENS: Record<ConsoleFrame, string | undefined> = {
  auth: "auth",
  console: "dashboard",
  none: undefined,
};

/** Returns the requests of the first screen: the session, unless the page does not show it, and on the dashboard the tiles of a visitor who may be signed in. */
function requestsOf(path: string, hasSession: boolean): string[] {
  if (/^\/demo|^\/auth\/(forgot|reset)$/.test(path)) return [];
  const session = creatorRoutes.me.path;
  return path === paths.dashboard() && hasSession ? [session, tileRoutes.list.path] : [session];
}

/** Returns the files of entries and of all their imports, the entries first. */
function collect(manifest: Manifest, entries: readonly string[]) {
  const files = new Set<string>();
  const css = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const file of chunk.css) css.add(file);
    for (const imported of chunk.imports) visit(imported);
  };
  for (const entry of entries) {
    if (!manifest[entry]) throw new Error(`The built pages lack ${entry}; run npm run build.`);
    visit(entry);
  }
  return { files: [...files], css: [...css] };
}
