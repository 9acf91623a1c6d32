import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Print } from "./commands.ts";
import { oneFailed, onePassed, type Result } from "./outcome.ts";

/** APIs that are newer than the oldest supported browsers (docs/decisions/0029-browser-baseline.md). The build replaces syntax only. */
const NEWER_APIS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["URL.canParse", /\bURL\.canParse\b/],
  ["URL.parse", /\bURL\.parse\b/],
  ["URLPattern", /\bnew URLPattern\b/],
  ["Promise.withResolvers", /\bPromise\.withResolvers\b/],
  ["Promise.try", /\bPromise\.try\b/],
  ["Object.groupBy", /\b(Object|Map)\.groupBy\b/],
  ["Array.fromAsync", /\bArray\.fromAsync\b/],
  ["toSorted", /\.to(Sorted|Reversed|Spliced)\(/],
  ["set methods", /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/],
  ["isWellFormed", /\.(is|to)WellFormed\(/],
  ["Iterator.from", /\bIterator\.(from|concat)\b/],
  ["AbortSignal.any", /\bAbortSignal\.any\b/],
  ["Intl.Segmenter", /\bIntl\.(Segmenter|DurationFormat)\b/],
  ["RegExp.escape", /\bRegExp\.escape\b/],
  ["Uint8Array.fromBase64", /\bUint8Array\.from(Base64|Hex)\b/],
  ["checkVisibility", /\.checkVisibility\(/],
  ["showPopover", /\.(show|toggle)Popover\(/],
  ["requestClose", /\.requestClose\(/],
  ["startViewTransition", /\.startViewTransition\(/],
  ["requestIdleCallback", /\brequestIdleCallback\(/],
  ["scheduler.yield", /\bscheduler\.yield\b/],
];

/** Files matching an API's pattern call that API only where it exists. */
const GUARDS: Readonly<Record<string, RegExp>> = {
  "URL.canParse": /typeof URL\.canParse\s*={2,3}\s*[`"']function/,
  showPopover: /["'`]popover["'`]\s*in\s*HTMLElement\.prototype/,
  // React catches the error. The router checks for the function.
  startViewTransition: /typeof [\w.]*\.startViewTransition\s*={2,3}|try\{var \w+=\w+\.startViewTransition/,
};

/** Returns the names of the APIs that the code calls without a fallback. */
export function findNewerApis(code: string): string[] {
  return NEWER_APIS.flatMap(([name, pattern]) =>
    pattern.test(code) && !GUARDS[name]?.test(code) ? [name] : [],
  );
}

/** Checks all scripts of the built pages. */
export async function checkBrowserBaseline(print: Print, folder = "dist/client/assets"): Promise<Result> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".js"));
  const found = await Promise.all(
    files.map(async (file) =>
      findNewerApis(await readFile(join(folder, file), "utf8")).map((name) => `${file}: ${name}`),
    ),
  );
  const problems = found.flat();
  for (const problem of problems) print(`Newer than the supported browsers: ${problem}`);
  print(`${files.length} files of the built pages`);
  return files.length > 0 && problems.length === 0 ? onePassed : oneFailed;
}
