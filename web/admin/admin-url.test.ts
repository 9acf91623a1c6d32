import { expect, test } from "vitest";
import { limits } from "../../contract/rules/limits.ts";
import { parseUrlState, serializeUrlState } from "../lib/use-url-state.ts";
import { FeedbackFilters, searchTerm, TabState, UserFilters } from "./admin-url.ts";

test("replaces invalid values in the URL with the defaults", () => {
  const params = new URLSearchParams("tab=x&search=%20%20&role=owner&status=7&page=-1");
  expect(parseUrlState(TabState, params)).toEqual({ tab: "users" });
  expect(parseUrlState(UserFilters, params)).toEqual({ search: "", role: "all", page: 1 });
  expect(parseUrlState(FeedbackFilters, params)).toEqual({ status: "all", page: 1 });
});

test("reads filters back from their URL", () => {
  const filters = { search: "anna & co", role: "admin", page: 4 } as const;
  const params = serializeUrlState(UserFilters, new URLSearchParams(), filters);
  expect(parseUrlState(UserFilters, params)).toEqual(filters);
  const long = new URLSearchParams({ search: "x".repeat(1_000) });
  expect(parseUrlState(UserFilters, long).search).toHaveLength(limits.search.max);
});

test("converts a handle or plan label of the list to its search term, and keeps other searches", () => {
  expect(searchTerm("@anna-b_1")).toBe("anna-b_1");
  expect(searchTerm("Creator (m)")).toBe("manual");
  expect(searchTerm("creator (s)")).toBe("stripe active");
  for (const search of ["anna", "@example.org", "@", "anna@example", ""])
    expect(searchTerm(search)).toBe(search);
});
