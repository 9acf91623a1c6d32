import { DiscountSeriesInput, type DiscountSeriesPatch } from "../../../contract/api/discount-series.ts";
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
import { newSeriesCode } from "./series-codes.ts";
import {
  countSeries,
  deleteSeries,
  findSeries,
  insertCodes,
  insertSeries,
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
    const { name, count, prefix, ...terms } = await checkInput(tx, creator, input);
    const owner = { creatorId, id: await insertSeries(tx, { creatorId, name }) };
    // A code that the creator has already is replaced by another one.
    for (let missing = count; missing > 0; ) {
      const codes = Array.from({ length: missing }, () => ({ code: newCode(prefix), taken: 0 }));
      missing -= await insertCodes(tx, owner, { terms, codes });
    }
    return getSeries(tx, owner);
  });
}

/** Returns the values of an input for a locked creator. Throws 400 and 403. */
async function checkInput(tx: Transaction, creator: CreatorRow, input: DiscountSeriesInput) {
  if ((await countSeries(tx, creator.id)) >= MAX_SERIES) throw errors.seriesLimitReached({ max: MAX_SERIES });
  await checkProducts(tx, creator.id, input.productIds);
  return toValues(parseInput(DiscountSeriesInput, withInstants(input, creator)));
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

/** Deletes a series with its codes for good; orders have their own copy of what a code took off. Throws 404. */
export async function removeSeries({ db }: SeriesDeps, owner: Owned): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await deleteSeries(tx, owner))) throw notFound("Series");
  });
}
