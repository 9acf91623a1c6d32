import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";

const Product = z.looseObject({
  version: z.string(),
  scripts: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
});
type Product = z.infer<typeof Product>;

/** The files of an installation. `dist` has the built pages instead of their sources. */
const FOLDERS = ["contract", "server", "scripts", "dist", "docs", "deploy", "locales"];
const FILES = [
  "package.json",
  "package-lock.json",
  ".npmrc",
  ".env.example",
  "LICENSE",
  // Files linked by the documentation.
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "compose.yaml",
  "compose.scale.yaml",
  "bench/results.md",
];
const COMMANDS = ["start", "admin", "payments", "backup", "restore", "doctor"];
const TESTS =
  /\.(test|test-kit|test-suite)\.tsx?$|__snapshots__\/|^server\/(testing|drills|dev\.ts)|\/test-folders\.ts$/;
/** Build, checks and tests. The commands of an installation stay. */
const TOOLS =
  /^scripts\/(checks|locales|release|test|compress-assets|bundle-server|outside-postgres|chromium|set-up\/browser)/;

/** Copies the files of an installation into an empty folder, and returns the release's version. */
export async function writeRelease(folder: string): Promise<string> {
  const files = [...FILES, ...(await Promise.all(FOLDERS.map(listFiles))).flat()].filter(
    (file) => !TESTS.test(file) && !TOOLS.test(file),
  );
  for (const file of files) {
    const target = join(folder, file);
    await mkdir(dirname(target), { recursive: true });
    await cp(file, target);
  }
  const product = Product.parse(JSON.parse(await readFile("package.json", "utf8")));
  const sources = files.filter((file) => /^(contract|server|scripts)\/.*\.(ts|mjs)$/.test(file));
  const text = (await Promise.all(sources.map((file) => readFile(file, "utf8")))).join("\n");
  await writeFile(join(folder, "package.json"), `${JSON.stringify(packageOf(product, text), null, 2)}\n`);
  return product.version;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Removes packages that only build and tests use: no file of the release names them. */
function packageOf(product: Product, text: string): Product {
  // Only loaded by `npm run dev`.
  const isNamed = (name: string) =>
    name !== "vite" && (text.includes(`"${name}"`) || text.includes(`"${name}/`));
  const { devDependencies, overrides, allowScripts, ...kept } = product;
  return {
    ...kept,
    scripts: pick(product.scripts, (name) => COMMANDS.includes(name)),
    dependencies: pick(product.dependencies, isNamed),
  };
}

const pick = (record: Record<string, string>, isKept: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)));
