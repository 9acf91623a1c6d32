import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const entries: Record<"server" | "browser", Record<string, string>> = {
  server: {
    "entry-server": "web/app/entry-server.tsx",
    "entry-mails": "web/app/entry-mails.tsx",
    "entry-previews": "web/app/entry-previews.tsx",
  },
  browser: { storefront: "web/app/entry-storefront.tsx", console: "web/app/entry-console.tsx" },
};

/** One file, so that the setting is in force before any other file makes a schema, however the rest is cut. */
const zodWithItsSetting = { name: "zod", test: /\/node_modules\/zod\/|\/web\/lib\/zod-config/ };
/** A file of its own: in a file with other parts, which import the next one, it would be needed before it is defined. */
const reactRuntime = { name: "react", test: /\/node_modules\/react\// };
/** One file for what every page of the storefront shows, also where something loaded later needs a part of it. */
const logoAndButton = {
  name: "logo",
  test: /\/web\/ui\/(logo|button)\.tsx$|\/web\/widgets\/demo-link\.tsx$|\/contract\/paths\.ts$/,
  includeDependenciesRecursively: false,
};

/** Two browser entries (storefront, console) and three server bundles: the storefront's pages, the mails, and the pictures beside links. */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  publicDir: isSsrBuild ? false : "web/public",
  base: "/",
  build: {
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    emptyOutDir: true,
    manifest: !isSsrBuild,
    assetsDir: "assets",
    assetsInlineLimit: 0,
    // docs/decisions/0029-browser-baseline.md; scripts/checks/browser-baseline.ts looks for APIs, which no target replaces.
    target: isSsrBuild ? "es2023" : ["safari16.4", "chrome111", "firefox114"],
    rolldownOptions: {
      input: isSsrBuild ? entries.server : entries.browser,
      output: isSsrBuild
        ? {}
        : { codeSplitting: { groups: [zodWithItsSetting, reactRuntime, logoAndButton] } },
    },
  },
  // The built server needs no packages beside it; in development they are loaded as they are, CommonJS too.
  ssr: command === "build" ? { noExternal: true } : {},
}));
