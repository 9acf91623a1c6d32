import { eq, sql } from "drizzle-orm";
import type { SellerInput } from "../../../contract/api/sellers.ts";
import { first, firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import { sellers } from "./tables.ts";

export type SellerRow = typeof sellers.$inferSelect;

export const findSellerRow = (db: Queries, creatorId: number) =>
  db.select().from(sellers).where(eq(sellers.creatorId, creatorId)).then(first);

/** Saves all details. An omitted field becomes empty. */
export async function saveSellerRow(tx: Transaction, creatorId: number, input: SellerInput) {
  const { phone = null, vatId = null, register = null, taxNote = null, termsUrl = null } = input;
  const { deliveryTime = null, paysReturn = false, withdrawalNote = null } = input;
  const values = {
    ...{ ...input, phone, vatId, register, taxNote, termsUrl },
    ...{ deliveryTime, paysReturn, withdrawalNote },
  };
  return tx
    .insert(sellers)
    .values({ creatorId, ...values })
    .onConflictDoUpdate({ target: sellers.creatorId, set: { ...values, updatedAt: sql`now()` } })
    .returning()
    .then(firstOrThrow("upsert returned no seller"));
}
