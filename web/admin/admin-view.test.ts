import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AdminView,
  changeView,
  FIRST_VIEW,
  parseFilters,
  searchWords,
  serializeFilters,
  TABS,
} from "./admin-view.ts";
import { changesOf, personName, subjectName } from "./audit-view.ts";

const view = fc.record<AdminView>({
  tab: fc.constantFrom(...TABS.map(({ name }) => name)),
  search: fc.string({ maxLength: 50 }).map((text) => text.trim()),
  role: fc.constantFrom("all", "admin", "creator"),
  page: fc.integer({ min: 1, max: 999_999 }),
  feedback: fc.constantFrom("all", "open", "resolved"),
  feedbackPage: fc.integer({ min: 1, max: 999_999 }),
  listPage: fc.integer({ min: 1, max: 999_999 }),
});

test("what stands in the address is what is shown", () => {
  fc.assert(
    fc.property(view, (shown) => {
      expect(parseFilters(new URLSearchParams(serializeFilters(shown)))).toEqual(shown);
    }),
  );
  expect(serializeFilters(FIRST_VIEW)).toEqual({});
});

test("nonsense in the address counts as nothing", () => {
  const params = new URLSearchParams("tab=x&role=owner&page=-1&feedback=7&feedbackPage=1e3&listPage=");
  expect(parseFilters(params)).toEqual(FIRST_VIEW);
});

test("another filter begins at its first page and leaves the other list alone", () => {
  const shown: AdminView = { ...FIRST_VIEW, page: 4, feedbackPage: 3 };
  expect(changeView(shown, { search: "anna" })).toMatchObject({ search: "anna", page: 1, feedbackPage: 3 });
  expect(changeView(shown, { role: "admin" })).toMatchObject({ role: "admin", page: 1 });
  expect(changeView(shown, { feedback: "open" })).toMatchObject({ page: 4, feedbackPage: 1 });
  expect(changeView(shown, { page: 5 })).toMatchObject({ page: 5, feedbackPage: 3 });
  expect(changeView(shown, { tab: "audit" })).toEqual({ ...FIRST_VIEW, tab: "audit" });
});

test("a handle and a plan are found as the list writes them, and an address by its end", () => {
  expect(searchWords("@anna-b_1")).toBe("anna-b_1");
  expect(searchWords("Creator (m)")).toBe("manual");
  expect(searchWords("creator (s)")).toBe("stripe active");
  for (const search of ["anna", "@example.org", "@", "anna@example", ""])
    expect(searchWords(search)).toBe(search);
});

test("the log speaks of people, of changes, and of who is gone", () => {
  expect(changesOf({ before: { plan: "free" }, after: { plan: "creator" } })).toEqual([
    "plan: free → creator",
  ]);
  expect(changesOf({ before: { is_admin: false }, after: { is_admin: true } })).toEqual(["admin: no → yes"]);
  expect(changesOf({ before: null, after: { audience: null, recipients: 3 } })).toEqual(["recipients: 3"]);
  expect(changesOf({ before: null, after: null })).toEqual([]);
  expect(personName({ id: "1234567890", email: null })).toBe("a deleted user (12345678)");
  expect(subjectName({ action: "marketing.sent", subject: { id: "7", email: null } })).toBe(
    "marketing email #7",
  );
});
