import { expect, test } from "vitest";
import { fieldMessages } from "../rules/fields.ts";
import { toErrorDetails } from "./errors.ts";

test("groups messages by field in order, apart from messages without a field", () => {
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

test("returns the ids of messages in the same places as the messages", () => {
  const details = toErrorDetails([
    { path: ["email"], message: fieldMessages.email },
    { path: ["title"], message: fieldMessages.tooLong({ noun: "Title", max: 200 }) },
    { path: [], message: fieldMessages.body },
  ]);
  expect(details.fieldErrors).toEqual({
    email: ["Enter a valid email address."],
    title: ["Title must be at most 200 characters."],
  });
  expect(details.formErrors).toEqual(["The request body is missing or not an object."]);
  expect(details.fieldCodes).toEqual({ email: ["fields.email"], title: ["fields.too_long"] });
  expect(details.formCodes).toEqual(["fields.body"]);
});

test("accepts every field name, such as `__proto__`", () => {
  const details = toErrorDetails([
    { path: ["__proto__"], message: "one" },
    { path: ["constructor"], message: "two" },
  ]);
  expect(JSON.stringify(details.fieldErrors)).toBe('{"__proto__":["one"],"constructor":["two"]}');
});
