import { type SQL, sql } from "drizzle-orm";
import type { BuyerMessage } from "../../../contract/api/buyer-message.ts";
import { anyOf } from "../../platform/database/any-of.ts";
import type { Queries } from "../../platform/database/index.ts";
import { products } from "./tables.ts";

const hasMessage: SQL = sql`(products.buyer_message is not null or products.buyer_link_url is not null)`;

/** Returns the current messages of products by their ids, those of deleted products that can be restored included. */
export async function listBuyerMessages(
  db: Queries,
  ids: readonly number[],
): Promise<Map<number, Omit<BuyerMessage, "name">>> {
  if (ids.length === 0) return new Map();
  const { id, buyerMessage, buyerLinkLabel, buyerLinkUrl } = products;
  const rows = await db
    .select({ id, text: buyerMessage, label: buyerLinkLabel, url: buyerLinkUrl })
    .from(products)
    .where(sql`${anyOf(products.id, ids)} and ${hasMessage}`);
  return new Map(
    rows.map(({ id: key, text, label, url }) => [
      key,
      { text, link: label !== null && url !== null ? { label, url } : null },
    ]),
  );
}
