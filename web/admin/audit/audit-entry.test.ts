import { expect, test } from "vitest";
import { changesOf, userName } from "./audit-entry.ts";

test("formats changed values and deleted users", () => {
  expect(changesOf({ before: { plan: "free" }, after: { plan: "creator" } })).toEqual([
    "plan: free → creator",
  ]);
  expect(changesOf({ before: { is_admin: false }, after: { is_admin: true } })).toEqual(["admin: no → yes"]);
  expect(changesOf({ before: null, after: { audience: null, recipients: 3 } })).toEqual(["recipients: 3"]);
  expect(changesOf({ before: null, after: { removed_at: "2026-11-27T21:31:34.729Z" } })).toEqual([
    "removed at: 27 Nov 2026, 21:31 UTC",
  ]);
  expect(changesOf({ before: { kind: "email_domain", name: "mail.example" }, after: null })).toEqual([
    "kind: email domain",
    "name: mail.example",
  ]);
  expect(changesOf({ before: null, after: null })).toEqual([]);
  expect(userName({ id: "1234567890", email: null })).toBe("a deleted user (12345678)");
});
