import { sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/database/index.ts";
import type { Access } from "../access-tables.ts";
import { type OrderRow, setLinksUnmailed } from "../repository.ts";
import { boughtFiles } from "./access.ts";
import { setLinks } from "./repository.ts";
import type { OrderTokens } from "./tokens.ts";

type Deps = { tokens: OrderTokens };
type PaidOrder = Pick<OrderRow, "id" | "seed" | "access">;

/** Returns the current token of an access, from which its download link is made. */
export const downloadTokenOf = (
  tokens: OrderTokens,
  order: Pick<OrderRow, "seed">,
  { seed, linkVersion }: Pick<Access, "seed" | "linkVersion">,
): string => tokens.download(seed ?? order.seed, linkVersion);

const linksOf = (tokens: OrderTokens, order: PaidOrder, links: readonly Access[]) =>
  links.map((link) => ({ ...link, tokenHash: tokens.hash(downloadTokenOf(tokens, order, link)) }));

/** Starts the access of paid orders, with links for three days. */
export async function startAccess(
  tx: Transaction,
  { tokens }: Deps,
  ...paid: readonly PaidOrder[]
): Promise<void> {
  const links = paid.flatMap((order) => linksOf(tokens, order, order.access));
  await setLinks(tx, links, { startsAt: sql`now()` });
}

/** Replaces an order's download links by new ones for three days. The previous links stop working. */
export async function rotateDownloadLinks(
  tx: Transaction,
  { tokens }: Deps,
  order: PaidOrder,
): Promise<void> {
  const next = boughtFiles(order).map((each) => ({ ...each, linkVersion: each.linkVersion + 1 }));
  await setLinks(tx, linksOf(tokens, order, next));
  await setLinksUnmailed(tx, order.id);
}
