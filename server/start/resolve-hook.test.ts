import { execFile } from "node:child_process";
import { glob, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const file = (path: string) => new URL(`../../${path}`, import.meta.url).href;
/** Registered first, so that it sees what the hook leaves to Node. */
const WATCH = `
  import { registerHooks } from "node:module";
  globalThis.asked = [];
  registerHooks({
    resolve(specifier, context, next) {
      asked.push([specifier, context.parentURL ?? ""]);
      return next(specifier, context);
    },
  });
`;
const HOOK = file("server/start/resolve-hook.ts");

/** Returns what Node is asked to find while it runs some code: names, and the files that name them. */
async function askedWhile(code: string): Promise<[string, string][]> {
  const watch = `data:text/javascript,${encodeURIComponent(WATCH)}`;
  const script = `${code} console.log(JSON.stringify(asked));`;
  const command = ["--import", watch, "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 16_000_000 });
  return JSON.parse(stdout);
}

test("Node resolves no own file and none of drizzle's, and each package that own files name once", async () => {
  const asked = await askedWhile(
    `await import("${HOOK}"); await import("${file("server/modules/index.ts")}");`,
  );
  const own = asked.filter(([, parent]) => parent.startsWith(file("server/modules/")));
  const ownPackages = own.filter(([specifier]) => !specifier.endsWith(".json")).map(([name]) => name);
  expect(ownPackages).toContain("drizzle-orm/pg-core");
  expect(ownPackages.filter((name) => name.startsWith("."))).toEqual([]);
  expect(ownPackages).toHaveLength(new Set(ownPackages).size);
  const ofDrizzle = asked.filter(([, parent]) => parent.includes("/node_modules/drizzle-orm/"));
  expect(ofDrizzle.filter(([specifier]) => specifier.startsWith("."))).toEqual([]);
});

test("each package that is loaded with its first use is looked for at start", async () => {
  const named = new Set<string>();
  const exclude = ["**/*.test*.ts", "**/vite.ts"];
  for await (const path of glob("server/{modules,platform}/**/*.ts", { exclude })) {
    const imports = (await readFile(path, "utf8")).matchAll(/\bimport\("([^."][^"]*)"/g);
    for (const [, name = ""] of imports) named.add(name);
  }
  const asked = await askedWhile(`await import("${HOOK}");`);
  expect(
    asked.flatMap(([name, parent]) => (parent === HOOK && !name.startsWith("node:") ? [name] : [])),
  ).toEqual([...named].sort());
});
