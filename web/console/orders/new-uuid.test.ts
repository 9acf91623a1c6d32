import { expect, test } from "vitest";
import { z } from "zod";
import { newUuid } from "./new-uuid.ts";

test("returns different UUIDs of version 4", () => {
  const ids = Array.from({ length: 1_000 }, newUuid);
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true);
});
