import { eq } from "drizzle-orm";
import type { CreatorOrderDetail } from "../../../contract/api/orders.ts";
import type { PostalAddress } from "../../../contract/rules/addresses.ts";
import type { Database } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { presentMoney, readMoney } from "../order-payments/index.ts";
import { orderAddresses } from "./detail-tables.ts";
import { buildEvidence } from "./evidence.ts";
import { listEvents } from "./history.ts";
import { presentCompany, presentCreatorOrder } from "./presenter.ts";
import { findOrder } from "./repository.ts";

/** Returns everything that is known of one of a creator's orders. Throws 404. */
export async function getOrderDetail(
  db: Database,
  key: { id: number; creatorId: number },
): Promise<CreatorOrderDetail> {
  const order = await findOrder(db, key);
  if (!order) throw notFound("Order");
  const [money, events, [address]] = await Promise.all([
    readMoney(db, order.id),
    listEvents(db, order.id),
    db.select().from(orderAddresses).where(eq(orderAddresses.orderId, order.id)),
  ]);
  // Until it is shipped the seller needs to know where to, whatever the buyer has deleted since.
  const isAddressShown = !order.restrictedAt || (order.shippedAt === null && order.withdrawnAt === null);
  const buyerEmail = order.restrictedAt ? null : order.buyerEmail;
  const needsEvidence = money.disputes.some(({ status }) => status === "open" || status === "warning");
  return {
    ...presentCreatorOrder(order),
    number: order.number,
    note: order.restrictedAt ? null : order.note,
    buyer: {
      email: buyerEmail,
      country: order.buyerCountry,
      address: address && isAddressShown ? presentAddress(address) : null,
      company: order.restrictedAt ? null : presentCompany(order),
    },
    ...presentMoney(money),
    history: events.map(({ at, by, what, amountCents, note }) => ({
      at: at.toISOString(),
      by,
      what,
      amount_cents: amountCents,
      note,
    })),
    shipped_at: order.shippedAt?.toISOString() ?? null,
    tracking: order.tracking,
    evidence: needsEvidence ? buildEvidence({ ...order, buyerEmail }, events) : null,
  };
}

/** Formats a postal address without the id of its order. */
export function presentAddress({
  postalCode,
  ...address
}: typeof orderAddresses.$inferSelect): PostalAddress {
  const { name, line1, line2, city, state, country } = address;
  return { name, line1, line2, postal_code: postalCode, city, state, country };
}
