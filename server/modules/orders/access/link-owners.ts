import { eq } from "drizzle-orm";
import { first, type Queries } from "../../../platform/database/index.ts";
import { access } from "../access-tables.ts";
import { gifts } from "../gift-tables.ts";
import { orders } from "../tables.ts";

const owner = { creatorId: orders.creatorId };

/** Returns the creator whose order a buyer's link opens, also after the link has expired. */
export async function creatorOfLink(
  db: Queries,
  { kind, tokenHash }: { kind: "checkout" | "order" | "gift" | "download"; tokenHash: Buffer },
): Promise<number | undefined> {
  const found = await {
    checkout: () => db.select(owner).from(orders).where(eq(orders.checkoutTokenHash, tokenHash)),
    order: () => db.select(owner).from(orders).where(eq(orders.orderTokenHash, tokenHash)),
    gift: () =>
      db
        .select(owner)
        .from(gifts)
        .innerJoin(orders, eq(orders.id, gifts.orderId))
        .where(eq(gifts.tokenHash, tokenHash)),
    download: () =>
      db
        .select(owner)
        .from(access)
        .innerJoin(orders, eq(orders.id, access.orderId))
        .where(eq(access.tokenHash, tokenHash)),
  }
    [kind]()
    .then(first);
  return found?.creatorId ?? undefined;
}
