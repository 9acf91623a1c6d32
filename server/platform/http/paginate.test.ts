import { expect, test } from "vitest";
import { paginate } from "./paginate.ts";

test("a page is a range of rows, and is named in the response", () => {
  const { range, wrap } = paginate(3, 10);
  expect(range).toEqual({ limit: 10, offset: 20 });
  expect(wrap({ orders: [], total: 20 })).toEqual({ orders: [], total: 20, page: 3, pageSize: 10 });
});

test("the first page starts at the first row, and lists of administrators have 25", () => {
  expect(paginate(1).range).toEqual({ limit: 25, offset: 0 });
});
