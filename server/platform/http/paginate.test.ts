import { expect, test } from "vitest";
import { paginate } from "./paginate.ts";

test("returns the range of rows of a page, and names the page in the response", () => {
  const { range, wrap } = paginate(3, 10);
  expect(range).toEqual({ limit: 10, offset: 20 });
  expect(wrap({ orders: [], total: 20 })).toEqual({ orders: [], total: 20, page: 3, pageSize: 10 });
});

test("starts the first page at the first row, with 25 rows for administrators", () => {
  expect(paginate(1).range).toEqual({ limit: 25, offset: 0 });
});
