import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { consoleTextAreas } from "./scripts/console-text-areas.ts";
import { routesOfRequests, zodWithoutJsonSchema } from "./scripts/parts-for-browsers.ts";

const entries = {
  server: {
    "entry-server": "web/app/entry-server.tsx",
    "entry-mails": "web/app/entry-mails.tsx",
    "entry-previews": "web/app/entry-previews.tsx",
  },
  console: { console: "web/app/entry-console.tsx" },
  storefront: {
    storefront: "web/app/entry-storefront.ts",
    creator: "web/app/creator.css",
    landing: "web/app/landing.css",
  },
} as const;

/**
 * One file, so that its settings are in force before any other file makes a schema or reads a text, however the rest is cut:
 * Zod's, and the language of the console.
 */
const settingsFirst = {
  name: "first",
  priority: 3,
  test: /\/node_modules\/(zod|intl-messageformat|@formatjs)\/|\/web\/lib\/(zod-config|console-language)|\/contract\/translation/,
};
/** A file of its own: in a file with other parts, which import the next one, it would be needed before it is defined. */
const reactRuntime = { name: "react", priority: 3, test: /\/node_modules\/react\// };

type ModuleContext = { getModuleInfo: (id: string) => { importers: string[] } | null };

/** Returns whether a module is loaded with one of these modules, directly or through others. */
function isLoadedWith(
  modules: RegExp,
  id: string,
  context: ModuleContext,
  seen = new Set<string>(),
): boolean {
  if (modules.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const importers = context.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => isLoadedWith(modules, importer, context, seen));
}

/** A slow connection takes longer for fifty small files than for five: what a first screen loads is in one file, and what both have in common in another. */
const ENTRY = /\/web\/app\/entry-console\.tsx$/;
const AUTH = /\/web\/auth\/auth-(layout|screen)\.tsx$/;
const DASHBOARD = /\/web\/console\/(shell\/console-layout|dashboard\/dashboard-screen)\.tsx$/;
/** What a new creator sees there; its fields are those of signing up. */
const GUIDE = /\/web\/console\/start\/start-guide\.tsx$/;
/** The forms that open most often; what both have is in one file, and what a tile's has in common with those of signing in in another. */
const TILE_FORM = /\/web\/console\/tiles\/tile-form\.tsx$/;
const PRODUCT = /\/web\/console\/products\/product-screen\.tsx$/;
const loadedWith = (
  name: string,
  priority: number,
  isIn: (isWith: (modules: RegExp) => boolean) => boolean,
) => ({
  name: (id: string, context: ModuleContext) =>
    isIn((modules) => isLoadedWith(modules, id, context)) ? name : null,
  priority,
});
const firstScreens = [
  loadedWith("core", 2, (isWith) => isWith(ENTRY) || (isWith(AUTH) && (isWith(DASHBOARD) || isWith(GUIDE)))),
  loadedWith("dashboard", 1, (isWith) => isWith(DASHBOARD)),
  loadedWith("forms", 1, (isWith) => isWith(AUTH) && isWith(TILE_FORM)),
  loadedWith("auth", 1, (isWith) => isWith(AUTH)),
  loadedWith("pictures", 1, (isWith) => isWith(GUIDE) && isWith(TILE_FORM)),
  loadedWith("editors", 1, (isWith) => isWith(TILE_FORM) && isWith(PRODUCT)),
];

/**
 * Three builds: the console, the script and styles of the storefront's pages (`--mode storefront`, after it), and the
 * server's bundles (`--ssr`): pages, mails and the pictures beside links. The storefront shares no file with the console:
 * one request brings its whole script, and nothing of the console's libraries.
 */
export default defineConfig(({ command, mode, isSsrBuild }) => {
  const bundle = isSsrBuild ? "server" : mode === "storefront" ? "storefront" : "console";
  // Vite decides by it whether to build for development.
  if (command === "build") process.env.NODE_ENV = "production";
  return {
    plugins: [
      react(),
      tailwindcss(),
      ...(bundle === "console" ? [zodWithoutJsonSchema, routesOfRequests, consoleTextAreas] : []),
    ],
    publicDir: isSsrBuild ? false : "web/public",
    base: "/",
    build: {
      outDir: isSsrBuild ? "dist/server" : "dist/client",
      emptyOutDir: bundle !== "storefront",
      manifest: !isSsrBuild && `.vite/${bundle}.json`,
      assetsDir: "assets",
      assetsInlineLimit: 0,
      // docs/decisions/0029-browser-baseline.md; scripts/checks/browser-baseline.ts looks for APIs, which no target replaces.
      target: isSsrBuild ? "es2023" : ["safari16.4", "chrome111", "firefox114"],
      rolldownOptions: {
        input: entries[bundle],
        output:
          bundle === "console"
            ? { codeSplitting: { groups: [settingsFirst, reactRuntime, ...firstScreens] } }
            : {},
      },
    },
    // The built server needs no packages beside it; in development they are loaded as they are, CommonJS too.
    ssr: command === "build" ? { noExternal: true } : {},
    // Without this, each start of the server would choose between the two builds of React by its own environment.
    define: isSsrBuild && command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
  };
});
