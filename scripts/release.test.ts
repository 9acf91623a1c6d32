import { readdir, readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join, normalize } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { testFolder } from "../server/testing/temporary-folder.ts";
import { writeRelease } from "./release/contents.ts";

const folder = testFolder();
let files: string[];
beforeAll(async () => {
  await writeRelease(folder.path);
  files = await readdir(folder.path, { recursive: true });
});

/** Only loaded by `npm run dev`: Vite and the pseudo-languages. */
const ONLY_DEV = /(render\/adapters\/vite|contract\/pseudo-language)\.ts$/;
/** Matches imports of values. Types are removed before a file runs. */
const IMPORT = /^(?:(?:import|export) (?!type\b).* from|\} from|import) "([^"]+)";$/gm;
const read = (file: string) => readFile(join(folder.path, file), "utf8");

test("contains every import of its sources, but no tests and tools", async () => {
  const product = JSON.parse(await read("package.json"));
  const sources = files.filter(
    (file) => /^(contract|server|scripts)\/.*\.ts$/.test(file) && !ONLY_DEV.test(file),
  );
  expect(files.filter((file) => /\.test\.|testing\/|^web\/|^scripts\/checks/.test(file))).toEqual([]);
  const missing = new Set<string>();
  for (const source of sources) {
    for (const [, name = ""] of (await read(source)).matchAll(IMPORT)) {
      if (name.startsWith(".")) {
        const target = join(source, "..", name);
        if (!files.includes(target)) missing.add(`${source}: ${name}`);
        continue;
      }
      const packageName = name.split("/", name.startsWith("@") ? 2 : 1).join("/");
      if (!isBuiltin(name) && !(packageName in product.dependencies)) missing.add(`${source}: ${name}`);
    }
  }
  expect([...missing]).toEqual([]);
});

test("finds the file of every link in a release's documentation", async () => {
  const missing: string[] = [];
  for (const page of files.filter((file) => file.endsWith(".md"))) {
    for (const [, target = ""] of (await read(page)).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      const file = normalize(join(page, "..", target)).replace(/\/$/, "");
      if (!/^[a-z]+:/.test(target) && !files.includes(file)) missing.push(`${page}: ${target}`);
    }
  }
  expect(missing).toEqual([]);
});

test("leaves out the packages of pages and tests", async () => {
  const { dependencies, devDependencies, scripts } = JSON.parse(await read("package.json"));
  expect(devDependencies).toBeUndefined();
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(["fastify", "pg", "pino-pretty"]));
  for (const name of ["react", "vite", "lucide-react", "satori"])
    expect(dependencies).not.toHaveProperty(name);
  expect(Object.keys(scripts)).toEqual(["start", "admin", "payments", "backup", "restore", "doctor"]);
});
