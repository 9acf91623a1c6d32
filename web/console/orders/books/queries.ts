import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { BooksMode, bookRoutes } from "../../../../contract/api/books.ts";
import { buildUrl, request } from "../../../lib/api.ts";

const thisYear = () => new Date().getFullYear();

/** Which books the URL names. */
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

/** The creator's books of a year. The previous ones stay visible while they load. */
export const booksQuery = (view: BooksView) =>
  queryOptions({
    queryKey: ["orders", "books", view],
    queryFn: ({ signal }) => request(bookRoutes.books, { query: view, signal }),
    placeholderData: keepPreviousData,
    // There may have been a sale since.
    staleTime: 0,
  });

/** Returns the URL of the entries of the same year as CSV. */
export const booksExportUrl = (view: BooksView) => buildUrl(bookRoutes.exportBooks, { query: view });
