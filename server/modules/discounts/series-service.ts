import {
  type ArchivedSeries,
  DiscountSeriesInput,
  type DiscountSeriesPatch,
  type ImportedSeries,
} from "../../../contract/api/discount-series.ts";
import { MAX_SERIES } from "../../../contract/rules/series-limits.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import { parseInput } from "../../platform/http/validation.ts";
import { type CreatorRow, lockCreator } from "../creators/index.ts";
import { errors } from "./errors.ts";
import { hasAnyCode } from "./repository.ts";
import { newSeriesCode } from "./series-codes.ts";
import { presentSeries } from "./series-presenter.ts";
import {
  countSeries,
  deleteSeries,
  findSeries,
  insertCodes,
  insertSeries,
  listCodes,
  listSeries,
  type SeriesRow,
  updateSeries,
} from "./series-repository.ts";
import { checkProducts, toValues, withInstants } from "./service.ts";

type SeriesDeps = { db: Database };
type Owned = { creatorId: number; id: number };

const getSeries = (db: Queries, owner: Owned): Promise<SeriesRow> =>
  findSeries(db, owner).then(orNotFound("Series"));

/** Creates single-use codes. Throws 400 when a product is not the creator's, 403 at the limit. */
export async function addSeries(
  { db }: SeriesDeps,
  { creatorId, input }: { creatorId: number; input: DiscountSeriesInput },
  newCode = newSeriesCode,
): Promise<SeriesRow> {
  return inTransaction(db, async (tx) => {
    // Two concurrent requests must not both pass the limit.
    const creator = await lockCreator(tx, creatorId).then(orNotFound("Series"));
    await checkRoomAndProducts(tx, { creatorId, productIds: input.productIds });
    const checked = parseInput(DiscountSeriesInput, withInstants(input, creator));
    const { name, count, prefix, ...terms } = toValues(checked);
    const owner = { creatorId, id: await insertSeries(tx, { creatorId, name }) };
    // Generates another code for each one that the creator has already.
    for (let missing = count; missing > 0; ) {
      const codes = Array.from({ length: missing }, () => ({ code: newCode(prefix), taken: 0 }));
      missing -= await insertCodes(tx, owner, { terms, codes });
    }
    return getSeries(tx, owner);
  });
}

/** Throws the 400 and 403 of `addSeries`. The caller has locked the creator. */
async function checkRoomAndProducts(
  tx: Transaction,
  { creatorId, productIds }: { creatorId: number; productIds: number[] | null },
): Promise<void> {
  if ((await countSeries(tx, creatorId)) >= MAX_SERIES) throw errors.seriesLimitReached({ max: MAX_SERIES });
  await checkProducts(tx, creatorId, productIds);
}

/** Imports a series of an archive. Returns false if the creator has one of its codes. Requires a transaction that has locked the creator. Throws 400 and 403 like `addSeries`. */
export async function importSeries(
  tx: Transaction,
  { creator, series }: { creator: CreatorRow; series: ImportedSeries },
): Promise<boolean> {
  const creatorId = creator.id;
  const { name, codes, ...terms } = toValues(withInstants(series, creator));
  if (await hasAnyCode(tx, { creatorId, codes: codes.map(({ code }) => code) })) return false;
  await checkRoomAndProducts(tx, { creatorId, productIds: terms.productIds });
  const owner = { creatorId, id: await insertSeries(tx, { creatorId, name }) };
  const rows = codes.map(({ code, used }) => ({ code, taken: used ? 1 : 0 }));
  await insertCodes(tx, owner, { terms, codes: rows });
  return true;
}

/** Lists the series of a creator with their codes, newest first. */
export async function* listArchivedSeries(db: Queries, creatorId: number): AsyncGenerator<ArchivedSeries> {
  for (const row of await listSeries(db, creatorId)) {
    const { count: _count, used: _used, ...series } = presentSeries(row);
    const codes = await listCodes(db, { creatorId, id: row.id });
    yield { ...series, codes: codes.map(({ code, taken }) => ({ code, used: taken > 0 })) };
  }
}

/** Renames a series, or turns all its codes off or on. Throws 404. */
export async function changeSeries(
  { db }: SeriesDeps,
  { patch, ...owner }: Owned & { patch: DiscountSeriesPatch },
): Promise<SeriesRow> {
  return inTransaction(db, async (tx) => {
    if (!(await updateSeries(tx, owner, patch))) throw notFound("Series");
    return getSeries(tx, owner);
  });
}

/** Deletes a series with its codes permanently. Orders keep their own copy of the discount. Throws 404. */
export async function removeSeries({ db }: SeriesDeps, owner: Owned): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await deleteSeries(tx, owner))) throw notFound("Series");
  });
}
