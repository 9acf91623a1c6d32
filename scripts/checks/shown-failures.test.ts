import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const WEB = join(import.meta.dirname, "../../web");

/** Files whose failed mutations deliberately show no message. */
const SILENT = [
  // The button is enabled again, as specified.
  "console/dashboard/verify-email-banner.tsx",
  // `restore` reports its own result.
  "console/deletion/deleted-list.tsx",
  // The user types values that the page could not fill in.
  "console/tiles/use-link-preview.ts",
];

const sources = new Map(
  globSync("**/*.{ts,tsx}", { cwd: WEB })
    .filter((file) => !file.includes(".test.") && !file.startsWith("testing/"))
    .map((file) => [file, readFileSync(join(WEB, file), "utf8")]),
);

/** Returns the arguments of a call, in their brackets. `start` is the index of the opening bracket. */
function argumentsAt(source: string, start: number): string {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    if ("([{".includes(source[at] ?? "")) depth++;
    if (")]}".includes(source[at] ?? "") && --depth === 0) return source.slice(start, at + 1);
  }
  throw new Error("A bracket is not closed.");
}

type Use = { file: string; source: string; args: string; before: string; result: string | undefined };

/** Returns each call of a function, with the variable or pattern that its result is assigned to. */
function usesOf(name: string): Use[] {
  const pattern = new RegExp(`(?:const (\\w+|\\{[^}]*\\}) = )?(?<!function )\\b${name}(?:<[^>]*>)?\\(`, "g");
  return [...sources].flatMap(([file, source]) =>
    [...source.matchAll(pattern)].map((match) => ({
      file,
      source,
      args: argumentsAt(source, match.index + match[0].length - 1),
      before: source.slice(0, match.index),
      result: match[1],
    })),
  );
}

/** Returns the name of the custom hook that directly returns this call (`return useMutation(…)`), or undefined. */
function hookAround({ before, result }: Use): string | undefined {
  if (result !== undefined) return undefined;
  const start = before.match(/.*(?:return|=>)\s*$/s) && before.match(/.*(?:function|const) (use\w+)/s);
  return start?.[1];
}

const reportsError = ({ args }: Use) => /onError: .*toast\.error/s.test(args);

/** True if a file reads the error, handles it in `onError`, awaits the mutation in a form, which shows the error, or passes the mutation on. */
function isShown({ source, result }: Use): boolean {
  if (result === undefined) return false;
  if (result.startsWith("{")) return /\berror\b|\bmutateAsync\b/.test(result);
  const reads = new RegExp(`\\b${result}\\.(error|mutateAsync)\\b|=\\{${result}\\}`);
  const starts = [...source.matchAll(new RegExp(`\\b${result}\\.mutate\\(`, "g"))];
  return (
    reads.test(source) ||
    starts.some((start) => argumentsAt(source, start.index + start[0].length - 1).includes("onError"))
  );
}

test("shows the user the error of every failed mutation", () => {
  const hidden = new Set<string>();
  const hooks = ["useMutation"];
  // Custom hooks that return a mutation are appended and then searched for as well.
  for (const hook of hooks) {
    for (const use of usesOf(hook)) {
      const around = hookAround(use);
      if (reportsError(use)) continue;
      if (around !== undefined) hooks.push(...(hooks.includes(around) ? [] : [around]));
      else if (!isShown(use)) hidden.add(use.file);
    }
  }
  expect(hooks.length, "hooks that return a mutation").toBeGreaterThan(20);
  expect([...hidden].sort()).toEqual(SILENT);
});

test("never ignores the promise of `mutateAsync`, because its failure would only reach the console", () => {
  for (const [file, source] of sources) expect(source, file).not.toMatch(/void [\w.]*mutateAsync\(/);
});
