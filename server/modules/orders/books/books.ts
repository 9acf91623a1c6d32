import type { Books, BooksMode } from "../../../../contract/api/books.ts";
import type { OrderTotals } from "../../../../contract/api/order-totals.ts";
import { addMoney } from "../../../../contract/rules/sale-money.ts";
import { toInstant } from "../../../platform/clock/local-time.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { orNotFound } from "../../../platform/http/app-error.ts";
import { findCreatorById } from "../../creators/index.ts";
import { presentSums, type SaleSums } from "../payment/sale-money.ts";
import { listBooks, sumByMonthAndCountry } from "./ledger.ts";

type Selected = { creatorId: number; year: number; mode: BooksMode };

/** Returns the period of a year in a creator's time zone. Throws 404. */
export async function periodOfBooks(db: Queries, { creatorId, year, mode }: Selected) {
  const creator = await findCreatorById(db, creatorId).then(orNotFound("Creator"));
  const { timeZone } = creator;
  const start = (of: number) => toInstant(`${of}-01-01T00:00`, timeZone);
  return { creatorId, mode, timeZone, from: start(year), to: start(year + 1) };
}

/** Returns a creator's books of a year, all sums from one snapshot. Throws 404. */
export async function getBooks(db: Queries, selected: Selected): Promise<Books> {
  const period = await periodOfBooks(db, selected);
  const choices = await listBooks(db, period);
  const rows = await sumByMonthAndCountry(db, period);
  return {
    year: selected.year,
    mode: selected.mode,
    time_zone: period.timeZone,
    choices,
    totals: sumByCurrency(rows),
    quarters: groupBy(rows, ({ month }) => Math.ceil(month / 3)).map(([quarter, of]) => ({
      quarter,
      totals: sumByCurrency(of),
    })),
    months: groupBy(rows, ({ month }) => month).map(([month, of]) => ({ month, totals: sumByCurrency(of) })),
    countries: groupBy(rows, ({ country }) => country).map(([country, of]) => ({
      country,
      totals: sumByCurrency(of),
    })),
  };
}

function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): [Key, Row[]][] {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups];
}

function sumByCurrency(rows: readonly SaleSums[]): OrderTotals[] {
  return groupBy(rows, ({ currency }) => currency)
    .map(([currency, of]) =>
      presentSums({ ...addMoney(of), currency, paid: of.reduce((sum, { paid }) => sum + paid, 0) }),
    )
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}
