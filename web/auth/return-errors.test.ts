import { expect, test } from "vitest";
import { returnErrorText } from "./return-errors.ts";

test("without an error nothing is said", () => {
  expect(returnErrorText(null)).toBeNull();
});

test("a site without Google says so and what to do instead", () => {
  expect(returnErrorText("google_unavailable")).toMatch(/not available here.*email and password/);
});

test("a person who turned back, or came back too late, is told so", () => {
  expect(returnErrorText("google_denied")).toMatch(/cancelled/);
  expect(returnErrorText("google_expired")).toMatch(/too long/);
});

test.each(["", "google_failed", "constructor", "__proto__", "<b>x</b>"])(
  "any other error is told in plain words: %j",
  (code) => {
    const text = returnErrorText(code);
    expect(text).toBe(
      "Signing in with Google did not work. Please try again, or use your email and password.",
    );
  },
);
