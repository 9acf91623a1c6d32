import { expect, test } from "vitest";
import { excerpt, hostOf } from "./text.ts";

test("cuts a long text after a word and adds an ellipsis", () => {
  expect(excerpt("Ceramics, colour\n and slow mornings", 24)).toBe("Ceramics, colour and…");
  expect(excerpt("short", 24)).toBe("short");
  expect(excerpt("x".repeat(30), 10)).toBe(`${"x".repeat(9)}…`);
});

test("does not cut an emoji in half", () => {
  expect(excerpt("🎨".repeat(5), 3)).toBe("🎨🎨…");
});

test("shows the host of a link without www", () => {
  expect(hostOf("https://www.example.org/path?x=1")).toBe("example.org");
  expect(hostOf("not an address")).toBeNull();
});
