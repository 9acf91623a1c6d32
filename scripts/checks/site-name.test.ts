import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
/** Files that name the product itself: its name, the addresses of examples in settings, and reserved handles. */
const OF_PRODUCT = new Set(["contract/rules/brand.ts"]);

const isSource = (file: string) => !/\.(?:test|test-kit)\.tsx?$|^web\/testing\//.test(file);

test("takes the name of the site from its settings in all texts of pages and emails", () => {
  const files = ["contract", "web"].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(isSource),
  );
  const withName = files.filter((file) => {
    const code = readFileSync(join(ROOT, file), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    return code.includes("Tessera") && !OF_PRODUCT.has(file);
  });
  expect(withName).toEqual([]);
});
