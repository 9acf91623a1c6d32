import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { build, type Plugin } from "vite";

const FOLDER = "dist/app";
const DRAFT = "dist/app-draft";
const ENTRY = "main.js";
const HOUR_MS = 60 * 60 * 1000;

/** Packages with native programs, with files beside their code, or too large to bundle for the few who configure them. */
const EXTERNAL = [
  "sharp",
  "@node-rs/argon2",
  "pino",
  "@aws-sdk/client-s3",
  "@aws-sdk/lib-storage",
  "@aws-sdk/s3-request-presigner",
  // An optional part of pg that is not installed.
  "pg-native",
  // Only for `npm run dev`.
  "vite",
];

/** Gives each own file the URL of its source, so that migrations, demo assets and commands are found as in development. */
const sourceUrls: Plugin = {
  name: "source-urls",
  transform: {
    filter: { code: "import.meta.url" },
    handler(code, id) {
      const path = relative(".", id);
      if (!isAbsolute(id) || path.startsWith("..") || path.startsWith("node_modules")) return;
      const fromFolder = JSON.stringify(`../../${path.split(sep).map(encodeURIComponent).join("/")}`);
      return code.replaceAll("import.meta.url", `new URL(${fromFolder}, import.meta.url).href`);
    },
  },
};

await build({
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  ssr: { noExternal: true, external: EXTERNAL },
  plugins: [sourceUrls],
  build: {
    ssr: true,
    outDir: DRAFT,
    emptyOutDir: true,
    target: "node26",
    rolldownOptions: {
      input: { main: "server/main.ts" },
      output: {
        chunkFileNames: "[name]-[hash].js",
        // Stack traces name functions as the sources do. Source maps would cost memory. With a single character beyond Latin-1, V8 would need two bytes for
        // each character of a file.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
        comments: { legal: true, jsdoc: false, annotation: false },
      },
    },
  },
});
await install();

/** Moves the finished files into place, the entry last. Files of the previous build stay, because a running server still loads some of them on first use. */
async function install(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const before = await stat(join(FOLDER, ENTRY)).catch(() => undefined);
  const chunks = (await readdir(DRAFT)).filter((name) => name !== ENTRY);
  for (const name of [...chunks, ENTRY]) await rename(join(DRAFT, name), join(FOLDER, name));
  await rm(DRAFT, { recursive: true });
  if (!before) return;
  for (const name of await readdir(FOLDER)) {
    const { mtimeMs } = await stat(join(FOLDER, name));
    if (mtimeMs < before.mtimeMs - HOUR_MS) await rm(join(FOLDER, name));
  }
}
