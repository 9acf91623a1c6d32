// Divides the texts of the console: docs/decisions/0104-console-in-other-languages.md
import { dirname, join, relative } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** Texts that load together. */
type Area = {
  name: string;
  /** Files that the console loads by `import()`. Their texts, and those of everything that they import, are in the area. */
  parts: RegExp;
  /** Another area, loaded before, so that this one does not have its texts again. */
  after?: string;
};

/** The first area with a file has its texts. `common` has the texts of the entry, and precedes every other area. */
const AREAS: readonly Area[] = [
  // The first screen of signing in, and its other pages.
  { name: "auth", parts: /^web\/auth\/(auth-|mosaic)/ },
  { name: "sign-in", parts: /^web\/auth\//, after: "auth" },
  { name: "demo", parts: /^web\/demo\// },
  // The first screen: the frame, the dashboard, and parts that both show at once.
  {
    name: "console",
    parts:
      /^web\/(console\/(shell|dashboard)\/|console\/tiles\/tile-mark\.|widgets\/site-links\.|lib\/second-factor-queries\.)/,
  },
  // Parts of the dashboard for some creators, or after a click.
  {
    name: "dashboard",
    parts: /^web\/console\/(start|deletion|analytics\/live-|tiles\/(move-|list-|paste-))/,
    after: "console",
  },
  { name: "sales", parts: /^web\/console\/(orders|products)\//, after: "console" },
  { name: "audience", parts: /^web\/console\/(audience\/|analytics\/analytics-)/, after: "console" },
  { name: "settings", parts: /^web\/console\/(settings|payouts\/stripe)/, after: "console" },
  {
    name: "account",
    parts: /^web\/console\/(account\/(?!data\/deletion)|address|upgrade|page-imports|decisions)/,
    after: "console",
  },
  { name: "admin", parts: /^web\/admin\//, after: "console" },
  // The tiles, and dialogs of every page.
  { name: "page", parts: /^web\//, after: "console" },
];
const ENTRY = "web/app/entry-console.tsx";

const areaOf = (file: string) => AREAS.find(({ parts }) => parts.test(file));
const fileOf = (id: string) => relative(process.cwd(), id);

type Node = { type?: string; start: number; end: number; source?: { type: string; value?: unknown } };

/** Returns every `import()` of a file of the console, in source order. */
function importsIn(node: unknown): { start: number; end: number; path: string }[] {
  if (typeof node !== "object" || node === null) return [];
  const { type, start, end, source } = node as Node;
  const path = source?.value;
  if (type === "ImportExpression" && typeof path === "string" && path.startsWith("."))
    return [{ start, end, path }];
  return Object.values(node).flatMap(importsIn);
}

/** Returns a source in which each `import()` of a file of the console waits for the texts of its area. */
export function waitForTexts(code: string, file: string, program: unknown): string | null {
  const found = importsIn(program);
  if (found.length === 0) return null;
  const waiting = found.reduceRight((rest, { start, end, path }) => {
    const area = areaOf(join(dirname(file), path));
    const call = rest.slice(start, end);
    return area ? `${rest.slice(0, start)}afterTexts("${area.name}", () => ${call})${rest.slice(end)}` : rest;
  }, code);
  const path = relative(dirname(file), "web/lib/console-language.ts");
  return `import { afterTexts } from "${path.startsWith(".") ? path : `./${path}`}";\n${waiting}`;
}

/** Writes which files the areas have into `.vite/console-texts.json`. */
export const consoleTextAreas: Plugin = {
  name: "console-text-areas",
  transform(code, id) {
    const file = fileOf(id);
    return /^web\/.*\.tsx?$/.test(file) ? waitForTexts(code, file, this.parse(code)) : null;
  },
  generateBundle(_options, bundle) {
    const parts = [...this.getModuleIds()]
      .filter((id) => fileOf(id).startsWith("web/"))
      .flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
    const filesWith = (entries: readonly string[]) =>
      evaluatedWith(bundle, entries)
        .map(fileOf)
        .filter((file) => /^(web|contract)\//.test(file));
    const common = { after: [], files: filesWith([join(process.cwd(), ENTRY)]) };
    const others = AREAS.map(({ name, after }) => {
      const own = parts.filter((id) => areaOf(fileOf(id))?.name === name);
      return [name, { after: ["common", ...(after ? [after] : [])], files: filesWith(own) }];
    });
    this.emitFile({
      type: "asset",
      fileName: ".vite/console-texts.json",
      source: JSON.stringify({ common, ...Object.fromEntries(others) }),
    });
  },
};

/** Returns the modules that are evaluated with these modules. A file of the build is evaluated whole, with all files that it imports. */
function evaluatedWith(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const found: string[] = [];
  const visit = (name: string) => {
    const file = bundle[name];
    if (file?.type !== "chunk" || files.has(name)) return;
    files.add(name);
    found.push(...file.moduleIds.filter((id) => (file.modules[id]?.renderedLength ?? 0) > 0));
    file.imports.forEach(visit);
  };
  for (const file of Object.values(bundle))
    if (file.type === "chunk" && modules.some((id) => file.facadeModuleId === id || id in file.modules))
      visit(file.fileName);
  return found;
}
