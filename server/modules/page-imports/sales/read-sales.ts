import { MAX_SALE_ROWS, SHOWN_SALES } from "../../../../contract/api/sale-imports.ts";
import { Email } from "../../../../contract/rules/fields.ts";
import { isAddress } from "../../../platform/mail/address.ts";
import { type CsvRow, parseTime, readCsvTable } from "../csv-table.ts";
import type { SaleRow } from "../tables.ts";
import { errors } from "./errors.ts";

/** The sales of a file that may become orders, each once, and the numbers of the others. */
export type FoundSales = {
  sales: SaleRow[];
  leftOut: Record<"refunded" | "recurring" | "repeated" | "invalid", number>;
  /** The first rows without a valid email or number. */
  invalid: { line: number; text: string }[];
};

const EMAIL = ["purchase email", "buyer email"];
const ITEM = ["item name"];
const NUMBERS = ["purchase id", "order number"];
const MAX_TEXT = 100;
const MAX_NAME = 300;

const isTrue = (cell: string) => /^(?:1|true|yes)$/i.test(cell);

/** Reads a CSV of sales of Gumroad. Throws 422 for a text that is none, has no rows or too many. */
export async function readSales(text: string, now: Date): Promise<FoundSales> {
  const table = await readCsvTable(text, MAX_SALE_ROWS + 1);
  const has = (names: readonly string[]) => names.some((name) => table?.columns.has(name));
  if (!table || ![EMAIL, ITEM, NUMBERS].every(has)) throw errors.unreadable();
  // The last row has the totals of all sales.
  const rows = table.rows.filter((row) => !/^totals$/i.test(row.cell("purchase id")));
  if (rows.length === 0) throw errors.empty();
  if (rows.length > MAX_SALE_ROWS) throw errors.tooMany();
  const found: FoundSales = {
    sales: [],
    leftOut: { refunded: 0, recurring: 0, repeated: 0, invalid: 0 },
    invalid: [],
  };
  const keys = new Set<string>();
  for (const row of rows) {
    const sale = toSale(row, now);
    const reason = sale ? reasonOf(row, keys.has(sale.key)) : "invalid";
    if (sale) keys.add(sale.key);
    if (sale && reason === null) found.sales.push(sale);
    else if (reason !== null) found.leftOut[reason] += 1;
    if (!sale && found.invalid.length < SHOWN_SALES)
      found.invalid.push({ line: row.line, text: emailOf(row).slice(0, MAX_TEXT) });
  }
  return found;
}

function reasonOf(row: CsvRow, isRepeated: boolean) {
  if (isRepeated) return "repeated";
  if (isReturned(row)) return "refunded";
  const isRecurring = row.cell("recurrence") !== "" || isTrue(row.cell("recurring charge?"));
  return isRecurring || isTrue(row.cell("pre-order authorization?")) ? "recurring" : null;
}

/** `Refunded?` is also set for a part of the price. Older files have no other column. */
function isReturned(row: CsvRow): boolean {
  const isDisputed = isTrue(row.cell("disputed?")) && !isTrue(row.cell("dispute won?"));
  const isRefunded = isTrue(row.cell("fully refunded?", "refunded?"));
  return isRefunded || isDisputed || isTrue(row.cell("access revoked?"));
}

/** The person who was given the files: the receiver of a gift, otherwise the buyer. */
const emailOf = (row: CsvRow): string =>
  row.cell("giftee email") || row.cell("purchase email") || row.cell("buyer email");

/** Returns the sale of a row, or null without a valid email, number or name. */
function toSale(row: CsvRow, now: Date): SaleRow | null {
  const email = Email.safeParse(emailOf(row)).data?.toLowerCase();
  const name = row.cell(...ITEM);
  const order = row.cell("order number");
  const key = row.cell("purchase id") || (order && `${order}:${row.cell("product id") || name}`);
  if (email === undefined || !isAddress(email) || name === "" || name.length > MAX_NAME) return null;
  if (key === "" || key.length > MAX_TEXT) return null;
  const at = parseTime(row.cell("purchase date"), now);
  return { key, email, name, soldOn: at?.toISOString().slice(0, 10) ?? null };
}
