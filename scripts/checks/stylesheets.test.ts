import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const WEB = join(import.meta.dirname, "../../web");
const SHARED = /^(ui|widgets)\//;

/** Returns the file and every `.tsx` file that it imports, directly or indirectly, as paths from `web`. */
function componentFilesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const imports = readFileSync(join(WEB, file), "utf8").matchAll(
    /^(?:import|\} from).*?"(\.[^"]+\.tsx)";$/gm,
  );
  for (const [, path = ""] of imports) componentFilesOf(relative(WEB, join(WEB, dirname(file), path)), found);
  return found;
}

/** Returns the files in a stylesheet's `@source` lines, as paths from `web`. */
function sourcesOf(stylesheet: string): Set<string> {
  const css = readFileSync(join(WEB, "app", stylesheet), "utf8");
  const patterns = [...css.matchAll(/^@source "\.\.\/([^"]+)";$/gm)].map(([, pattern = ""]) => pattern);
  return new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: WEB })));
}

const pages = globSync("storefront/**/*.tsx", { cwd: WEB }).filter((file) => !file.includes(".test."));
// The pages in `creator-problem.tsx` use storefront.css.
const ofCreator = (file: string) => /^storefront\/creator\/(?!creator-problem)/.test(file);

test.each([
  // The page with a sample of a theme uses creator.css as well.
  ["creator.css", [...pages.filter(ofCreator), "storefront/landing/theme-sample.tsx"]],
  ["landing.css", ["storefront/landing/landing-page.tsx"]],
  ["storefront.css", pages],
] as const)("%s has a `@source` line for every shared component of its pages", (stylesheet, files) => {
  const sources = sourcesOf(stylesheet);
  const used = new Set(files.flatMap((file) => [...componentFilesOf(file)]));
  // A shared component without classes of its own needs no line.
  const missing = [...used].filter(
    (file) =>
      SHARED.test(file) &&
      /className=(?:"|\{`)/.test(readFileSync(join(WEB, file), "utf8")) &&
      !sources.has(file),
  );
  expect(missing).toEqual([]);
});

/** With such a class, each ticked box and added element would recalculate the style of the whole document. */
test("finds no class of the console that depends on the contents of another element", () => {
  const files = globSync("{admin,app,auth,console,demo,ui,widgets}/**/*.{tsx,css}", { cwd: WEB });
  const found = files.filter((file) =>
    /\b(?:group|peer|in)-has-/.test(readFileSync(join(WEB, file), "utf8")),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
