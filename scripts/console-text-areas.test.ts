import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { parseSync } from "vite";
import { beforeAll, expect, test } from "vitest";
import { NOUNS } from "../contract/nouns.ts";
import { CONSOLE_LANGUAGES } from "../contract/rules/languages.ts";
import { DEFAULT_SITE } from "../contract/rules/site.ts";
import type { ConsoleTexts } from "../contract/translation.ts";
import { type HtmlBytes, plainOf } from "../server/platform/http/html.ts";
import { findTextScript, textBytes, textPaths } from "../server/platform/locales/console-texts.ts";
import { dictionaryOf } from "../server/platform/locales/dictionaries.ts";
import { builtRenderer } from "../server/platform/render/adapters/built.ts";
import { waitForTexts } from "./console-text-areas.ts";

/** The compressed texts of a first screen. */
const FIRST_TEXTS_BUDGET = 12 * 1024;
const AREA_BUDGET = 20 * 1024;
const SITE = { ...DEFAULT_SITE, publicUrl: "https://tessera.example", reportEmail: "" };
/** A part that waits for texts, in the code of the build: a("sales",()=>b(()=>import("./x.js"),[])). */
const WAITING = /\(["'`]([\w-]+)["'`],\(\)=>(?:[\w$]+\(\(\)=>)?import\(["'`]\.\/([\w.-]+\.js)["'`]\)/g;

type Chunk = { file: string; src?: string; imports?: string[] };
let manifest: Record<string, Chunk>;
let renderer: Awaited<ReturnType<typeof builtRenderer>>;
const codes = new Map<string, string>();
/** The parts of each file between quotes. */
const strings = new Map<string, string[]>();
beforeAll(async () => {
  renderer = await builtRenderer("dist");
  manifest = JSON.parse(await readFile("dist/client/.vite/console.json", "utf8"));
  const files = Object.values(manifest).flatMap(({ file }) => (file.endsWith(".js") ? [file] : []));
  for (const file of new Set(files)) {
    const code = await readFile(join("dist/client", file), "utf8");
    codes.set(file, code);
    strings.set(file, code.split(/["'`]/));
  }
});

/** Returns the texts that are loaded with an area. */
function textsOf(language: "de" | "fr", area: string): Map<string, string> {
  const context: { consoleTexts?: ConsoleTexts } = {};
  const run = (path: string) => {
    const script = findTextScript(path);
    const code = script ? plainOf(script).toString() : "";
    for (const [, other] of code.matchAll(/^import"\.\/(.+?)";/g)) run(path.replace(/[^/]+$/, `${other}`));
    runInNewContext(code.replace(/^import"[^"]+";/, ""), context);
  };
  for (const path of textPaths(language, area)) run(path);
  return context.consoleTexts?.texts ?? new Map();
}

/** Returns the strings of the code that is evaluated with a file of the build. */
function stringsOf(file: string): string[] {
  const files = new Set<string>();
  const visit = (chunk: Chunk | undefined) => {
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const key of chunk.imports ?? []) visit(manifest[key]);
  };
  visit(Object.values(manifest).find((chunk) => chunk.file === file));
  return [...files].flatMap((name) => strings.get(name) ?? []);
}

const nouns = new Set<string>(Object.values(NOUNS));
/** Words alone may be something else in the code, and nouns are parts of messages. */
const isSentence = (text: string) => / .* /.test(text) && !nouns.has(text);

test.each(["de", "fr"] as const)("brings every text in %s before the code that has it", (language) => {
  const sentences = new Set([...(dictionaryOf(language)?.keys() ?? [])].filter(isSentence));
  const missingIn = (area: string, file: string) => {
    const texts = textsOf(language, area);
    return stringsOf(file).filter((text) => sentences.has(text) && !texts.has(text));
  };
  const parts = [...codes.values()].flatMap((code) => [...code.matchAll(WAITING)]);
  expect(parts.length).toBeGreaterThan(50);
  const entry = manifest["web/app/entry-console.tsx"]?.file ?? "";
  const loaded = [["common", entry], ...parts.map(([, area = "", file]) => [area, `assets/${file}`])];
  const missing = loaded.flatMap(([area = "", file = ""]) =>
    missingIn(area, file).map((text) => `${area} ${file} ${text}`),
  );
  expect(missing).toEqual([]);
});

/** Returns the compressed size of a script, or infinity if there is none. */
const sizeOf = async (script: HtmlBytes | undefined) =>
  script ? (await textBytes(script, "br")).length : Number.POSITIVE_INFINITY;

test("lets every part of the console wait for its texts", () => {
  const all = [...codes.values()].join("\n");
  const unwaited = all.replace(WAITING, "").matchAll(/import\(["'`]\.\/([\w.-]+)["'`]\)/g);
  const sources = [...unwaited].map(
    ([, file]) => Object.values(manifest).find((chunk) => chunk.file === `assets/${file}`)?.src,
  );
  expect(sources.filter((source) => !source?.includes("node_modules/"))).toEqual([]);
});

test.each(
  CONSOLE_LANGUAGES.flatMap((language) => ["/auth", "/dashboard"].map((path) => [language, path] as const)),
)("loads few texts in %s before the first screen of %s", async (language, path) => {
  const html = await renderer.renderConsole(SITE, path, true, language);
  const scripts = [...html.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, url = ""]) => url);
  const texts = scripts.slice(0, -1).map((url) => findTextScript(url));
  const sizes = await Promise.all(texts.map(sizeOf));
  expect(sizes).toHaveLength(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FIRST_TEXTS_BUDGET);
});

test("keeps the texts of each area within their budget", async () => {
  const areas = Object.keys(JSON.parse(await readFile("dist/client/.vite/console-texts.json", "utf8")));
  const scripts = areas.map((area) => findTextScript(textPaths("de", area).at(-1) ?? ""));
  const sizes = await Promise.all(scripts.map(sizeOf));
  expect(areas.length).toBeGreaterThan(5);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(AREA_BUDGET);
});

test("changes only imports of the console's own files", () => {
  const code = 'const a = () => import("../orders/x.tsx");\nconst b = () => import("library");';
  const file = "web/console/tiles/tile-grid.tsx";
  const changed = waitForTexts(code, file, parseSync(file, code).program);
  expect(changed).toContain('const a = () => afterTexts("sales", () => import("../orders/x.tsx"));');
  expect(changed).toContain('const b = () => import("library");');
  expect(changed).toMatch(/^import \{ afterTexts \} from "..\/..\/lib\/console-language.ts";\n/);
  expect(waitForTexts('import("library")', file, parseSync(file, 'import("library")').program)).toBeNull();
});
