import {
  MAX_SALES,
  type SaleFile,
  type SaleImport,
  type SaleLeftOut,
  SHOWN_SALES,
} from "../../../../contract/api/sale-imports.ts";
import { MAX_PRODUCTS } from "../../../../contract/rules/limits.ts";
import type { Clock } from "../../../platform/clock/index.ts";
import { type Database, inTransaction, type Queries } from "../../../platform/database/index.ts";
import { orNotFound } from "../../../platform/http/app-error.ts";
import type { CreatorViewer } from "../../../platform/http/viewer.ts";
import { findSoldParts, soldOf } from "../../checkout/index.ts";
import { lockCreator } from "../../creators/index.ts";
import {
  findImported,
  type ImportedSale,
  type Orders,
  orderErrors,
  removeImported,
} from "../../orders/index.ts";
import { listProducts, type ProductRow } from "../../products/index.ts";
import { beginUndo, type Found, findImport, listApplied, setApplied, storeWaiting } from "../store.ts";
import type { SaleRow } from "../tables.ts";
import { errors } from "./errors.ts";
import { readSales } from "./read-sales.ts";

export type SaleDeps = { db: Database; clock: Clock; orders: Pick<Orders, "importOrders"> };
type Own = { creatorId: number; id: string };

const idOf = ({ key }: SaleRow) => `gumroad:${key}`;

/** Stores the sales of a file in place of another one that was not applied. Throws 422. Adds no orders. */
export async function readSaleFile(
  { db, clock }: SaleDeps,
  { creatorId, text }: { creatorId: number; text: string },
): Promise<SaleFile> {
  const found = await readSales(text, clock.now());
  return inTransaction(db, async (tx) => {
    await lockCreator(tx, creatorId);
    const { taken, leftOut } = await sortOut(tx, { creatorId, rows: found.sales });
    const rows = taken.map(({ row }) => row);
    const id = await storeWaiting(tx, { kind: "sales", creatorId, source: "gumroad", rows });
    const inFile = Object.entries(found.leftOut) as [keyof typeof found.leftOut, number][];
    return {
      ...{ id, source: "gumroad", sales: rows.length, invalid: found.invalid },
      products: countByName(rows).slice(0, SHOWN_SALES),
      left_out: [
        ...leftOut,
        ...inFile.flatMap(([reason, count]) => (count > 0 ? [{ reason, count, names: [] }] : [])),
      ],
    };
  });
}

function countByName(rows: readonly SaleRow[]): { name: string; count: number }[] {
  const byName = Map.groupBy(rows, ({ name }) => name);
  return [...byName]
    .map(([name, { length: count }]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count);
}

type Taken = { row: SaleRow; sale: ImportedSale };

/** Returns the sales that can become orders now, and the others by reason. */
async function sortOut(
  db: Queries,
  { creatorId, rows }: { creatorId: number; rows: readonly SaleRow[] },
): Promise<{ taken: Taken[]; leftOut: SaleFile["left_out"] }> {
  const present = await findImported(db, { creatorId, importedIds: rows.map(idOf) });
  const offers = await findOffers(db, { creatorId, names: new Set(rows.map(({ name }) => keyOf(name))) });
  const taken: Taken[] = [];
  const others: { reason: SaleLeftOut; name: string }[] = [];
  for (const row of rows) {
    const offer = offers.get(keyOf(row.name)) ?? "no_product";
    const reason = present.has(idOf(row)) ? "present" : isReason(offer) ? offer : null;
    if (reason === null && !isReason(offer) && taken.length < MAX_SALES)
      taken.push({ row, sale: { ...offer, ...toImported(row) } });
    else others.push({ reason: reason ?? "too_many", name: row.name });
  }
  const byReason = Map.groupBy(others, ({ reason }) => reason);
  return { taken, leftOut: [...byReason].map(([reason, rows]) => presentLeftOut(reason, rows)) };
}

function presentLeftOut(
  reason: SaleLeftOut,
  rows: readonly { name: string }[],
): SaleFile["left_out"][number] {
  const isNamed = reason === "no_file" || reason === "no_product" || reason === "goods";
  return {
    ...{ reason, count: rows.length },
    names: isNamed ? [...new Set(rows.map(({ name }) => name))].slice(0, SHOWN_SALES) : [],
  };
}

const toImported = (row: SaleRow) => ({
  importedId: idOf(row),
  email: row.email,
  note: row.soldOn === null ? "Gumroad" : `Gumroad, ${row.soldOn}`,
});

type Offer = Pick<ImportedSale, "sold" | "currency"> | "no_file" | "goods";
const isReason = (offer: Offer | "no_product"): offer is "no_file" | "goods" | "no_product" =>
  typeof offer === "string";

const keyOf = (name: string) => name.normalize("NFC").trim().toLowerCase();

/** Returns what the buyers of the creator's products with these names get, or why they can get nothing. */
async function findOffers(
  db: Queries,
  { creatorId, names }: { creatorId: number; names: ReadonlySet<string> },
): Promise<Map<string, Offer>> {
  const offers = new Map<string, Offer>();
  for (const product of await listProducts(db, creatorId, { limit: MAX_PRODUCTS })) {
    const key = keyOf(product.name);
    const known = offers.get(key);
    // Of products with one name, the newest that has something to give.
    if (names.has(key) && (known === undefined || isReason(known)))
      offers.set(key, await findOffer(db, product));
  }
  return offers;
}

async function findOffer(db: Queries, product: ProductRow): Promise<Offer> {
  const found = await findSoldParts(db, product, new Set(product.bundleItems));
  if ("missing" in found || found.parts.some(({ type }) => type !== "digital" && type !== "service"))
    return "goods";
  if (found.parts.some(({ type, files }) => type === "digital" && files.length === 0)) return "no_file";
  return { sold: found.parts.map(soldOf), currency: product.currency };
}

/**
 * Adds the sales of the file that was read last in one transaction. Repeating it adds nothing. Throws 404 for a
 * file that was replaced or of somebody else, and 409 for a creator without a verified email.
 */
export async function applySales(
  { db, orders }: SaleDeps,
  { viewer: { creatorId, emailVerifiedAt }, id }: { viewer: CreatorViewer; id: string },
): Promise<SaleImport> {
  return inTransaction(db, async (tx) => {
    const creator = await lockCreator(tx, creatorId).then(orNotFound("Page"));
    const found = await findImport(tx, { kind: "sales", creatorId, id });
    if (!found) throw errors.gone();
    if (found.appliedAt !== null) return presentSales(found);
    if (emailVerifiedAt === null) throw orderErrors.creatorUnverified();
    const { taken } = await sortOut(tx, { creatorId, rows: found.rest });
    const added = await orders.importOrders(tx, { creator, sales: taken.map(({ sale }) => sale) });
    // The emails are in the orders now.
    return presentSales(await setApplied(tx, { kind: "sales", creatorId, id }, { added, rest: [] }));
  });
}

/** Returns the imports of the last 30 days, newest first. */
export const listSaleImports = async (db: Queries, creatorId: number): Promise<SaleImport[]> =>
  (await listApplied(db, { creatorId, kind: "sales" })).map(presentSales);

/** Deletes the orders of an import that are unchanged. Throws 404, and 409 after a day. */
export const undoSales = (
  { db }: SaleDeps,
  { creatorId, id }: Own,
): Promise<{ removed: number; kept: number }> =>
  inTransaction(db, async (tx) => {
    const { added } = await beginUndo(tx, { kind: "sales", creatorId, id });
    return removeImported(tx, { creatorId, ids: added });
  });

const presentSales = ({
  id,
  source,
  createdAt,
  appliedAt,
  added,
  undoUntil,
}: Found<"sales">): SaleImport => ({
  id,
  source,
  created_at: (appliedAt ?? createdAt).toISOString(),
  added: added.length,
  undo_until: undoUntil?.toISOString() ?? null,
});
