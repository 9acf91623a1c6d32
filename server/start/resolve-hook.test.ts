import { execFile } from "node:child_process";
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
const LOAD = `
  await import("${file("server/start/resolve-hook.ts")}");
  await import("${file("server/modules/index.ts")}");
  console.log(JSON.stringify(asked));
`;

test("Node resolves no own file and none of drizzle's, and each package that own files name once", async () => {
  const watch = `data:text/javascript,${encodeURIComponent(WATCH)}`;
  const command = ["--import", watch, "--input-type=module", "--eval", LOAD];
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 16_000_000 });
  const asked: [string, string][] = JSON.parse(stdout);
  const own = asked.filter(([, parent]) => parent.startsWith(file("server/modules/")));
  const ownPackages = own.filter(([specifier]) => !specifier.endsWith(".json")).map(([name]) => name);
  expect(ownPackages).toContain("drizzle-orm/pg-core");
  expect(ownPackages.filter((name) => name.startsWith("."))).toEqual([]);
  const ofHook = asked.filter(([, parent]) => parent === file("server/start/resolve-hook.ts"));
  expect(ofHook.map(([name]) => name)).toEqual(expect.arrayContaining(["nodemailer", "sharp"]));
  expect(ownPackages).toHaveLength(new Set(ownPackages).size);
  const ofDrizzle = asked.filter(([, parent]) => parent.includes("/node_modules/drizzle-orm/"));
  expect(ofDrizzle.filter(([specifier]) => specifier.startsWith("."))).toEqual([]);
});
