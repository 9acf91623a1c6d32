import { expect, test } from "vitest";
import { aSeller } from "../../testing/buyer-entities.ts";
import { readPage } from "../../testing/read-page.ts";

test("explains the right of withdrawal only for a business", () => {
  const readLegal = (is_trader: boolean) =>
    readPage({
      page: "legal",
      creator: { handle: "ada", display_name: "Ada" },
      seller: aSeller({ is_trader }),
    });
  expect(readLegal(true).shown.names("h2")).toContain("Right of withdrawal");
  const { shown, whole } = readLegal(false);
  expect(shown.text).toContain("such as the right of withdrawal, do not apply");
  expect(whole.names("h2")).not.toContain("Right of withdrawal");
});

test("shows errors of no single field above them", () => {
  const problem = "Too many requests. Please try again later.";
  const { shown } = readPage({
    page: "find-order",
    isSent: false,
    form: { number: "7-1", email: "a@example.org", problem, field: null },
  });
  expect(shown.one(undefined, { role: "alert" }).text).toBe(problem);
});
