import { ADMIN_PAGE_SIZE } from "../../../contract/rules/limits.ts";

/** Returns the rows that a page of a list consists of, and a function that adds the page to a response. Pages start at 1. */
export function paginate<Size extends number = typeof ADMIN_PAGE_SIZE>(
  page: number,
  pageSize: Size = ADMIN_PAGE_SIZE as Size,
) {
  return {
    range: { limit: pageSize as number, offset: (page - 1) * pageSize },
    wrap: <List extends { total: number }>(list: List) => ({ ...list, page, pageSize }),
  };
}
