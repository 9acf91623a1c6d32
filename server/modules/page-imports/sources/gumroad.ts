import { CURRENCY_CODES } from "../../../../contract/rules/currencies.ts";
import { limits } from "../../../../contract/rules/limits.ts";
import { type CsvRow, readCsvTable } from "../csv-table.ts";
import { Found } from "./found.ts";

const MAX_ROWS = 20_000;
const NAME = ["item name", "product name", "name"];
/** The amounts of Gumroad's files are in dollars unless a column names the currency. */
const PRICE = ["item price ($)", "sale price ($)", "price ($)", "price"];
const PRODUCT = ["product id", "permalink"];
const DEFAULT_CURRENCY = "usd";

type Item = { name: string; currency: string; isRecurring: boolean; prices: (number | null)[] };

/**
 * Reads the products of a CSV of Gumroad's products or sales, each once. Memberships are left out. Returns null
 * for another file.
 */
export async function readGumroad(text: string): Promise<Found | null> {
  const table = await readCsvTable(text, MAX_ROWS);
  const has = (names: readonly string[]) => names.some((name) => table?.columns.has(name));
  if (!table || !has(NAME) || !has(PRICE) || !has(PRODUCT)) return null;
  const items = new Map<string, Item>();
  for (const row of table.rows) {
    const name = row.cell(...NAME);
    // The last row has the totals of all sales.
    if (name === "" || /^totals$/i.test(row.cell("purchase id"))) continue;
    const key = row.cell(...PRODUCT) || name;
    const item = items.get(key) ?? { name, currency: currencyOf(row), isRecurring: false, prices: [] };
    item.isRecurring ||= isRecurring(row);
    item.prices.push(priceOf(row));
    items.set(key, item);
  }
  const found = new Found("gumroad");
  for (const { name, currency, isRecurring: recurs, prices } of items.values()) {
    const cents = usualPrice(prices);
    if (recurs) found.leaveOut(name, "recurring");
    else if (cents === null || cents > limits.priceCents.max) found.leaveOut(name, "price");
    else found.product({ name, price: { cents, currency } });
  }
  return found;
}

const isRecurring = (row: CsvRow): boolean =>
  row.cell("recurrence") !== "" || /^(?:1|true|yes)$/i.test(row.cell("recurring charge?"));

function currencyOf(row: CsvRow): string {
  const code = row.cell("currency").toLowerCase();
  return CURRENCY_CODES.find((known) => known === code) ?? DEFAULT_CURRENCY;
}

/** Returns the price of one unit in cents, or null for a cell that is no amount. */
function priceOf(row: CsvRow): number | null {
  const cents = parseAmount(row.cell(...PRICE));
  const quantity = Number(row.cell("quantity"));
  return cents !== null && Number.isInteger(quantity) && quantity > 1 ? Math.round(cents / quantity) : cents;
}

/** Parses `12.50`, `$1,234.50` or `12,50 €`. */
function parseAmount(text: string): number | null {
  const [, digits] = /^\p{Sc}?\s?(\d[\d.,]{0,15})\s?\p{Sc}?$/u.exec(text) ?? [];
  if (digits === undefined) return null;
  const [, whole = "", decimals = ""] = /^([\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? [];
  return Number(whole.replace(/[.,]/g, "") || "0") * 100 + Number(decimals.padEnd(2, "0"));
}

/** Returns the most frequent price, the highest of several, because discounts and gifts lower some of them. */
function usualPrice(prices: readonly (number | null)[]): number | null {
  const counts = new Map<number, number>();
  for (const price of prices)
    if (price !== null && price > 0) counts.set(price, (counts.get(price) ?? 0) + 1);
  if (counts.size === 0) return prices.includes(0) ? 0 : null;
  const [usual] = [...counts].toSorted(([a, times], [b, others]) => others - times || b - a);
  return usual?.[0] ?? null;
}
