import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { assertServerVersion } from "./migrate.ts";

test.each(["15.0", "15.18 (Debian 15.18-0+deb12u1)", "18.1", "19beta1"])(
  "PostgreSQL %s is supported",
  (version) => {
    expect(() => assertServerVersion(version)).not.toThrow();
  },
);

test.each(["9.6.24", "14.20 (Ubuntu 14.20-0ubuntu0.22.04.1)"])(
  "PostgreSQL %s is rejected as too old",
  (version) => {
    expect(() => assertServerVersion(version)).toThrow(
      `Tessera needs PostgreSQL 15 or newer; this server is ${version}.`,
    );
  },
);

test("every new column lets nodes of the previous release insert rows during an upgrade", async () => {
  const folder = new URL("../../migrations/", import.meta.url);
  // 0036 was merged before this rule; 0044 gives its column a default.
  const later = (await readdir(folder)).filter((name) => name.endsWith(".sql") && name > "0044");
  const problems: string[] = [];
  for (const name of later) {
    const statements = (await readFile(new URL(name, folder), "utf8")).split(";");
    for (const statement of statements) {
      const isRequired =
        /add column[^;]*not null|set not null/i.test(statement) && !/default/i.test(statement);
      if (isRequired || /drop column|rename (column|to)/i.test(statement))
        problems.push(`${name}: ${statement.trim()}`);
    }
  }
  expect(problems).toEqual([]);
});
