import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Makes spreadsheets read the rest as UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Matches text that a spreadsheet would read as a formula. Some spreadsheets convert the full-width characters to ASCII. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** Matches a negative amount, which is not a formula. As text it would be missing from sums. */
const NEGATIVE = /^-\d+(?:\.\d+)?$/;

/** Sends lines of a CSV file as they are read. `lines` must yield before it fails: the first ones are read before the response starts, so that an unavailable database still causes an error response. */
export async function sendCsv(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { name, lines }: { name: string; lines: AsyncGenerator<string> },
): Promise<FastifyReply> {
  const { value: first = "" }: { value?: string } = await lines.next();
  reply.headers({
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}.csv"`,
    "X-Content-Type-Options": "nosniff",
  });
  if (request.method === "HEAD") return reply.send();
  return reply.send(Readable.from(startingWith(BYTE_ORDER_MARK + first, lines)));
}

async function* startingWith(first: string, rest: AsyncGenerator<string>) {
  yield first;
  yield* rest;
}

/** A column of a table: its name, and a function that returns its cell of a row. */
export type CsvColumn<Row> = readonly [name: string, cell: (row: Row) => string];

export const csvHeader = (columns: readonly CsvColumn<never>[]) => csvLine(columns.map(([name]) => name));

export const csvRow = <Row>(columns: readonly CsvColumn<Row>[], row: Row) =>
  csvLine(columns.map(([, cell]) => cell(row)));

/** Writes a table whose rows are read in batches: the header with the first of them. */
export async function* csvTable<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  let start = csvHeader(columns);
  for await (const rows of batches) {
    yield start + rows.map((row) => csvRow(columns, row)).join("");
    start = "";
  }
}

/** Formats one line as in RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** Formats a cell that a spreadsheet reads as text: a formula is prefixed with an apostrophe, which spreadsheets do not show. */
function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;
  // Spreadsheets in some locales use semicolons or tabs as separators.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats a time in UTC so that spreadsheets parse it: `2026-11-21 14:05:09`. */
export function csvTimestamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace("T", " ");
}
