import { expect, test } from "vitest";
import { toErrorDetails } from "./errors.ts";

test("messages are grouped by field in their order, those of no field apart", () => {
  const details = toErrorDetails([
    { path: ["title"], message: "one" },
    { path: ["socials", 2, "url"], message: "two" },
    { path: ["title"], message: "three" },
    { path: [], message: "four" },
  ]);
  expect(details).toEqual({
    fieldErrors: { title: ["one", "three"], socials: ["two"] },
    formErrors: ["four"],
  });
});

test("a field may have any name", () => {
  const details = toErrorDetails([
    { path: ["__proto__"], message: "one" },
    { path: ["constructor"], message: "two" },
  ]);
  expect(JSON.stringify(details.fieldErrors)).toBe('{"__proto__":["one"],"constructor":["two"]}');
});
