import { z } from "zod";
import { PaymentMode } from "../rules/order-states.ts";
import { defineMessages } from "../texts.ts";
import { OrderTotals } from "./order-totals.ts";
import { route } from "./route.ts";
import { ReportYear } from "./seller-reports.ts";

const messages = defineMessages("books", { mode: "Choose live, test, sandbox or mock." });

/** The kind of sales: real sales, sales with test keys or in the sandbox, or sales in the mock checkout. The kinds never mix. */
export const BooksMode = z.enum([...PaymentMode.options, "mock"]);
export type BooksMode = z.infer<typeof BooksMode>;

const totals = z.array(OrderTotals);

/** A creator's money of a year in their time zone. Each sale, refund and dispute counts on its own date. */
export const Books = z.object({
  year: z.number(),
  mode: BooksMode,
  time_zone: z.string(),
  /** The available books, the newest year first. */
  choices: z.array(z.object({ year: z.number(), mode: BooksMode })),
  totals,
  /** Months with entries. */
  quarters: z.array(z.object({ quarter: z.number(), totals })),
  months: z.array(z.object({ month: z.number(), totals })),
  /** Totals by the buyer's country, which is null if unknown. */
  countries: z.array(z.object({ country: z.string().nullable(), totals })),
});
export type Books = z.infer<typeof Books>;

export const BooksQuery = z.object({
  year: ReportYear,
  mode: z.enum(BooksMode.options, { error: messages.mode }).default("live"),
});

export const bookRoutes = {
  books: route("GET", "/api/orders/books", "creator", {
    scopes: ["orders:read"],
    summary: "Money of the creator in a year by month, quarter and country, in the creator's time zone",
    query: BooksQuery,
    responses: { 200: Books },
    limit: { points: 60, seconds: 60 },
  }),
  exportBooks: route("GET", "/api/orders/books.csv", "creator", {
    recent: true,
    summary: "Export the creator's sales, refunds and disputes of a year as CSV (RFC 4180)",
    query: BooksQuery,
    responses: { 200: null },
    mediaType: "text/csv",
    limit: { points: 20, seconds: 60 },
  }),
};
