import { expect, test } from "vitest";
import { isPossibleHandle } from "./service.ts";

test.for(["anna", "ANNA", "a_b-3", "abc", "x".repeat(32), "demo", "Demo", "an\u212Aa"])(
  "%s may be a handle",
  (text) => {
    expect(isPossibleHandle(text)).toBe(true);
  },
);

test.for(["", "ab", "x".repeat(33), "anna ", " anna", "an na", "an\u0000na", "ünï", "a.b.c"])(
  "%j is no handle",
  (text) => {
    expect(isPossibleHandle(text)).toBe(false);
  },
);
