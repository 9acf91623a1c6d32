import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { advisoryLocks } from "./advisory-locks.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

test("gives every advisory lock its own number", () => {
  const numbers = Object.values(advisoryLocks);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("uses only listed lock numbers or numbers derived from a name", async () => {
  const users: string[] = [];
  for await (const path of glob("{server,scripts}/**/*.{ts,mjs}", { cwd: root })) {
    if (/\btest\b/.test(path)) continue;
    const source = readFileSync(root + path, "utf8");
    if (!/pg_(try_)?advisory_\w*lock/.test(source)) continue;
    users.push(path);
    expect(source, path).toMatch(/advisoryLocks\.\w+|hashtextextended\(/);
    expect(/\b\d{1,3}_\d{3}_\d{3}\b|advisory_\w*lock\w*\(\d/.test(source), path).toBe(false);
  }
  expect(users).toContain("server/demo/seed.ts");
  expect(users).toContain("server/backup/target.ts");
});
