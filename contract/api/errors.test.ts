import { expect, test } from "vitest";
import "../rules/fields.ts";
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
    fieldCodes: { title: ["unknown", "unknown"], socials: ["unknown"] },
    formCodes: ["unknown"],
  });
});

test("the ids of messages are in the places of the messages", () => {
  const details = toErrorDetails([
    { path: ["email"], message: "Enter a valid email address." },
    { path: ["title"], message: "Title must be at most 200 characters." },
    { path: [], message: "The request body is missing or not an object." },
  ]);
  expect(details.fieldCodes).toEqual({ email: ["fields.email"], title: ["fields.too_long"] });
  expect(details.formCodes).toEqual(["fields.body"]);
});

test("a field may have any name", () => {
  const details = toErrorDetails([
    { path: ["__proto__"], message: "one" },
    { path: ["constructor"], message: "two" },
  ]);
  expect(JSON.stringify(details.fieldErrors)).toBe('{"__proto__":["one"],"constructor":["two"]}');
});
