import { expect, test } from "vitest";
import { z } from "zod";
import { versionBy } from "./versions.ts";

const version = versionBy(z.object({ title: z.string(), focus: z.object({ x: z.number(), y: z.number() }) }));
const focus = { x: 50, y: 50 };

test("changes with each of its fields", () => {
  const versions = [
    version({ title: "One", focus }),
    version({ title: "Two", focus }),
    version({ title: "One", focus: { x: 50, y: 51 } }),
  ];
  expect(new Set(versions).size).toBe(3);
  for (const one of versions) expect(one).toMatch(/^[0-9a-f]{16}$/);
});

test("ignores other fields and the order of fields", () => {
  const other = { state: "live", focus: { y: 50, x: 50 }, title: "One" };
  expect(version(other)).toBe(version({ title: "One", focus }));
});
