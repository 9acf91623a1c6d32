import { expect, test } from "vitest";
import { z } from "zod";
import { parseUrlState, serializeUrlState, UrlPage } from "./use-url-state.ts";

const Filters = z.object({
  status: z.enum(["paid", "all"]).catch("paid"),
  search: z.string().trim().max(5).catch(""),
  page: UrlPage,
});

test("uses defaults for a query without filters or with values out of range", () => {
  const defaults = { status: "paid", search: "", page: 1 };
  expect(parseUrlState(Filters, new URLSearchParams())).toEqual(defaults);
  for (const page of ["0", "-1", "1.5", "1e3", "abc", "99999999"]) {
    expect(
      parseUrlState(Filters, new URLSearchParams({ status: "lost", search: "much too long", page })),
    ).toEqual(defaults);
  }
});

test("writes a change without defaults and keeps other parameters", () => {
  const before = new URLSearchParams("view=orders&status=all&page=3");
  expect(serializeUrlState(Filters, before, { search: "bowl", page: 1 }).toString()).toBe(
    "view=orders&status=all&search=bowl",
  );
  expect(serializeUrlState(Filters, before, { status: "paid" }).toString()).toBe("view=orders&page=3");
});
