import { eq, sql } from "drizzle-orm";
import type { SellerInput } from "../../../contract/api/sellers.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { sellers } from "./tables.ts";

export type SellerRow = typeof sellers.$inferSelect;

export async function findSellerRow(db: Queries, creatorId: number): Promise<SellerRow | undefined> {
  const [row] = await db.select().from(sellers).where(eq(sellers.creatorId, creatorId));
  return row;
}

/** Saves all details; an omitted field becomes empty. */
export async function saveSellerRow(
  tx: Transaction,
  creatorId: number,
  input: SellerInput,
): Promise<SellerRow> {
  const { phone = null, vatId = null, register = null, taxNote = null, termsUrl = null } = input;
  const { deliveryTime = null, paysReturn = false, withdrawalNote = null } = input;
  const values = {
    ...{ ...input, phone, vatId, register, taxNote, termsUrl },
    ...{ deliveryTime, paysReturn, withdrawalNote },
  };
  const [row] = await tx
    .insert(sellers)
    .values({ creatorId, ...values })
    .onConflictDoUpdate({ target: sellers.creatorId, set: { ...values, updatedAt: sql`now()` } })
    .returning();
  if (!row) throw new Error("upsert returned no seller");
  return row;
}
