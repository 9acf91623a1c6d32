import { sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/database/index.ts";
import type { Access } from "../access-tables.ts";
import { type OrderRow, setLinksUnmailed } from "../repository.ts";
import { boughtFiles } from "./access.ts";
import { setLink } from "./repository.ts";
import type { OrderTokens } from "./tokens.ts";

type Deps = { tokens: OrderTokens };
type PaidOrder = Pick<OrderRow, "id" | "seed" | "access">;

/** Returns the current token of an access, from which its download link is made. */
export const downloadTokenOf = (
  tokens: OrderTokens,
  order: Pick<OrderRow, "seed">,
  { seed, linkVersion }: Pick<Access, "seed" | "linkVersion">,
): string => tokens.download(seed ?? order.seed, linkVersion);

/** Starts the access of a paid order, with links for three days. */
export async function startAccess(tx: Transaction, { tokens }: Deps, order: PaidOrder): Promise<void> {
  for (const { id, ...link } of order.access) {
    const { linkVersion } = link;
    const tokenHash = tokens.hash(downloadTokenOf(tokens, order, link));
    await setLink(tx, id, { linkVersion, tokenHash, startsAt: sql`now()` });
  }
}

/** Replaces an order's download links by new ones for three days. The previous links stop working. */
export async function rotateDownloadLinks(
  tx: Transaction,
  { tokens }: Deps,
  order: PaidOrder,
): Promise<void> {
  for (const { id, seed, ...link } of boughtFiles(order)) {
    const linkVersion = link.linkVersion + 1;
    const tokenHash = tokens.hash(downloadTokenOf(tokens, order, { seed, linkVersion }));
    await setLink(tx, id, { linkVersion, tokenHash });
  }
  await setLinksUnmailed(tx, order.id);
}
