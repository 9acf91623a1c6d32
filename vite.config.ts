import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const entries = {
  server: {
    "entry-server": "web/app/entry-server.tsx",
    "entry-mails": "web/app/entry-mails.tsx",
    "entry-previews": "web/app/entry-previews.tsx",
  },
  console: { console: "web/app/entry-console.tsx" },
  storefront: { storefront: "web/app/entry-storefront.ts", creator: "web/app/creator.css" },
} as const;

/** One file, so that the setting is in force before any other file makes a schema, however the rest is cut. */
const zodWithItsSetting = { name: "zod", test: /\/node_modules\/zod\/|\/web\/lib\/zod-config/ };
/** A file of its own: in a file with other parts, which import the next one, it would be needed before it is defined. */
const reactRuntime = { name: "react", test: /\/node_modules\/react\// };

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
    plugins: [react(), tailwindcss()],
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
        output: bundle === "console" ? { codeSplitting: { groups: [zodWithItsSetting, reactRuntime] } } : {},
      },
    },
    // The built server needs no packages beside it; in development they are loaded as they are, CommonJS too.
    ssr: command === "build" ? { noExternal: true } : {},
    // Without this, each start of the server would choose between the two builds of React by its own environment.
    define: isSsrBuild && command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
  };
});
