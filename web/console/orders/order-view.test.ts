import fc from "fast-check";
import { expect, test } from "vitest";
import { OrderFilterStatus } from "../../../contract/api/orders.ts";
import { forAll } from "../../../contract/rules/for-all.test-kit.ts";
import { parseUrlState, serializeUrlState } from "../../lib/use-url-state.ts";
import { countPages } from "../../ui/pagination.tsx";
import { OrderView, showsEverySale } from "./order-view.ts";

const read = (query: string) => parseUrlState(OrderView, new URLSearchParams(query));

test("shows the first page of all sales for a URL without a filter", () => {
  expect(read("view=orders")).toEqual({ status: "sales", search: "", page: 1 });
});

test.for(["status=&page=&search=", "status=stolen&page=0", "page=x&search=%20"])(
  "ignores an invalid value in a URL: %s",
  (query) => {
    expect(read(query)).toEqual({ status: "sales", search: "", page: 1 });
  },
);

test("cuts a search in the URL to the accepted length", () => {
  expect(read(`search=${"x".repeat(500)}`).search).toHaveLength(200);
});

test("reads every view back from its URL", () => {
  const view = fc.record({
    status: fc.constantFrom(...OrderFilterStatus.options),
    search: fc.string({ maxLength: 200 }).map((text) => text.trim()),
    page: fc.integer({ min: 1, max: 999_999 }),
  });
  forAll(view, (given) => {
    const params = serializeUrlState(OrderView, new URLSearchParams("view=orders"), given);
    expect(params.get("view")).toBe("orders");
    expect(parseUrlState(OrderView, params)).toEqual(given);
  });
});

test("says that nothing was sold only if the filter hides no sale", () => {
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
] as const)("%s orders fill %s pages", ([total, pages]) => {
  expect(countPages({ total, pageSize: 25 })).toBe(pages);
});
