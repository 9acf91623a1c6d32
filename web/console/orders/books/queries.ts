import { z } from "zod";
import { BooksMode, bookRoutes } from "../../../../contract/api/books.ts";
import { buildUrl } from "../../../lib/api.ts";
import { listQuery } from "../../../lib/list-query.ts";

const thisYear = () => new Date().getFullYear();

/** The books named in the URL. */
export const BooksView = z.object({
  year: z.coerce
    .number()
    .int()
    .min(2020)
    .max(2100)
    .catch(() => thisYear()),
  mode: BooksMode.catch("live"),
});
export type BooksView = z.infer<typeof BooksView>;

/** The creator's books of a year. */
export const booksQuery = (view: BooksView) =>
  listQuery(["orders", "books", view], bookRoutes.books, { query: view });

/** Returns the URL of the year's entries as CSV. */
export const booksExportUrl = (view: BooksView) => buildUrl(bookRoutes.exportBooks, { query: view });
