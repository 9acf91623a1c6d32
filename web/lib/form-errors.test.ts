import { expect, test } from "vitest";
import { ApiError } from "./api.ts";
import { firstErrorOnly, firstFieldError, splitApiErrors } from "./form-errors.ts";

const refusal = (fieldErrors: Record<string, string[]>, formErrors: string[] = []) =>
  new ApiError(400, { error: "Invalid input.", code: "input.invalid", details: { fieldErrors, formErrors } });
const options = { fields: ["email", "handle"] as const, fallback: "Registration failed" };

test("returns errors by field, in the order of the form", () => {
  const error = refusal({ handle: ["Handle is taken."], email: ["Email is taken."] });
  expect(splitApiErrors(error, options)).toEqual({
    fields: [
      { name: "email", message: "Email is taken." },
      { name: "handle", message: "Handle is taken." },
    ],
    line: null,
  });
});

test("turns the error of a field that the form does not have into the form's error", () => {
  expect(splitApiErrors(refusal({ plan: ["Not for sale."] }), options)).toEqual({
    fields: [],
    line: "Not for sale.",
  });
});

test("shows the server's text for an error without fields", () => {
  const error = new ApiError(429, { error: "Too many attempts.", code: "rate.limited" });
  expect(splitApiErrors(error, options).line).toBe("Too many attempts.");
});

test("shows the fallback for a missing response", () => {
  expect(splitApiErrors(new ApiError(0, undefined), options).line).toBe("Registration failed");
  expect(splitApiErrors(new TypeError("x"), options).line).toBe("Registration failed");
});

test("returns the first field error in the server's order", () => {
  expect(firstFieldError(refusal({ url: [], title: ["Title is required."] }))).toEqual({
    name: "title",
    message: "Title is required.",
  });
  expect(firstFieldError(refusal({}))).toBeNull();
});

test("keeps only the first field's error of a resolver", async () => {
  const resolver = firstErrorOnly<{ title: string; url: string }, unknown, object>(() => ({
    values: {},
    errors: { title: { type: "custom", message: "first" }, url: { type: "custom", message: "second" } },
  }));
  const result = await resolver({ title: "", url: "" }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  expect(Object.keys(result.errors)).toEqual(["title"]);
});
