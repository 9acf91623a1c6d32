import type { BuyerLine, CreatorLine } from "../../../../contract/api/order-lines.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { boughtFiles, type Granted } from "../access/access.ts";
import { listNewestFiles } from "../access/repository.ts";
import type { Access } from "../access-tables.ts";
import type { OrderLine } from "../lines/lines.ts";
import { lineWithdrawalOf } from "../refunds/right-of-withdrawal.ts";
import type { OrderRow } from "../repository.ts";

const presentLine = (line: OrderLine) => ({
  id: line.id,
  name: line.name,
  type: line.type,
  amount_cents: line.amountCents,
  refunded_cents: line.refundedCents,
  shipped_at: line.shippedAt?.toISOString() ?? null,
  tracking: line.tracking,
  bundle: line.bundleName,
});

type Links = {
  now: Date;
  granted: { ofLine: (line: OrderLine) => Granted };
  linkOf: (access: Access) => { url: string; expires_at: string } | null;
};

/** Formats the lines of an order for its buyer, with the files to download. */
export async function presentBuyerLines(
  db: Queries,
  order: OrderRow,
  { now, granted, linkOf }: Links,
): Promise<BuyerLine[]> {
  const bought = boughtFiles(order);
  const newest = await listNewestFiles(db, bought);
  const presentFile = (access: Access, isOpen: boolean) => {
    const file = newest.get(access.id);
    if (!file) return [];
    const { name, size, sha256, isBought } = file;
    const link = isOpen ? linkOf(access) : null;
    return {
      ...{ id: access.id, name, size, sha256: sha256.toString("hex") },
      ...(link ?? { url: null, expires_at: null }),
      bought_url: link && !isBought ? paths.boughtVersion(link.url) : null,
    };
  };
  return order.lines.map((line) => {
    const { state, open } = granted.ofLine(line);
    const ofLine = bought.filter(({ lineId }) => lineId === line.id);
    return {
      ...presentLine(line),
      withdrawal: lineWithdrawalOf(order, line, now),
      access: { state, files: ofLine.flatMap((each) => presentFile(each, open.includes(each))) },
    };
  });
}

/** Formats the lines of an order for its creator. */
export function presentCreatorLines(
  { lines, access }: OrderRow,
  refundable: readonly number[],
): CreatorLine[] {
  return lines.map((line, at) => ({
    ...presentLine(line),
    product_id: line.productId,
    item_cents: line.itemCents,
    discount_cents: line.discountCents,
    shipping_cents: line.shippingCents,
    refundable_cents: refundable[at] ?? 0,
    withdrawn_at: line.withdrawnAt?.toISOString() ?? null,
    downloads: access
      .filter(({ lineId }) => lineId === line.id)
      .reduce((sum, { useCount }) => sum + useCount, 0),
  }));
}
