import fc from "fast-check";
import { expect, test } from "vitest";
import { OrderFilterStatus } from "../../../contract/orders.ts";
import { countPages } from "../../ui/pagination.tsx";
import {
  formatShortTimestamp,
  isOrdersView,
  parseFilters,
  serializeFilters,
  showsEverySale,
  withFilter,
} from "./order-view.ts";

const read = (query: string) => parseFilters(new URLSearchParams(query));

test("an address without a filter shows the first page of what was paid", () => {
  expect(read("view=orders")).toEqual({ status: "paid", search: "", page: 1 });
});

test.for([
  "status=&page=&search=",
  "status=stolen&page=0",
  "page=-1",
  "page=1.5",
  "page=1e9",
  "page=99999999",
  "page=x&search=%20",
])("what an address says wrongly (%s) counts for nothing", (query) => {
  expect(read(query)).toEqual({ status: "paid", search: "", page: 1 });
});

test("whatever is shown, its address shows the same again", () => {
  const view = fc.record({
    status: fc.constantFrom(...OrderFilterStatus.options),
    search: fc.string({ maxLength: 200 }).map((text) => text.trim()),
    page: fc.integer({ min: 1, max: 999_999 }),
  });
  fc.assert(
    fc.property(view, (given) => {
      const params = new URLSearchParams(serializeFilters(given));
      expect(isOrdersView(params)).toBe(true);
      expect(parseFilters(params)).toEqual(given);
    }),
  );
});

test("another filter begins at its first page", () => {
  const view = { status: "all", search: "bowl", page: 7 } as const;
  expect(withFilter(view, { status: "paid" })).toEqual({ status: "paid", search: "bowl", page: 1 });
  expect(withFilter(view, { search: "" })).toEqual({ status: "all", search: "", page: 1 });
});

test("an empty list means that nothing was sold only when nothing could hide a sale", () => {
  expect(showsEverySale(read("status=all"))).toBe(true);
  expect(showsEverySale(read(""))).toBe(true);
  expect(showsEverySale(read("status=pending"))).toBe(false);
  expect(showsEverySale(read("search=bowl"))).toBe(false);
});

test.for([
  [0, 1],
  [1, 1],
  [25, 1],
  [26, 2],
  [51, 3],
] as const)("%s orders stand on %s pages", ([total, pages]) => {
  expect(countPages({ total, pageSize: 25 })).toBe(pages);
});

test("a moment in a table is short and the same everywhere", () => {
  expect(formatShortTimestamp("2026-11-21T23:05:59.000Z")).toBe("21 Nov 2026, 23:05");
});
