import { eq } from "drizzle-orm";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import type { PostalAddress } from "../../../../contract/rules/addresses.ts";
import { formatMoney } from "../../../../contract/rules/formats.ts";
import type { Database } from "../../../platform/database/index.ts";
import { orNotFound } from "../../../platform/http/app-error.ts";
import { presentMoney, readMoney, refundableOfLines } from "../../order-payments/index.ts";
import { orderAddresses } from "../detail-tables.ts";
import { listEvents } from "../history.ts";
import { type OrderLine, shipmentOf } from "../lines/lines.ts";
import { findOrder, type OrderRow } from "../repository.ts";
import { isOrderToShip } from "./listing.ts";
import { presentCreatorLines } from "./present-lines.ts";
import { presentCompany, presentCreatorOrder } from "./presenter.ts";

/** Returns all details of one of a creator's orders. Throws 404. */
export async function getOrderDetail(
  db: Database,
  key: { id: number; creatorId: number },
): Promise<CreatorOrderDetail> {
  const order = await findOrder(db, key).then(orNotFound("Order"));
  const [money, events, [address], isToShip] = await Promise.all([
    readMoney(db, order.id),
    listEvents(db, order.id),
    db.select().from(orderAddresses).where(eq(orderAddresses.orderId, order.id)),
    isOrderToShip(db, order.id),
  ]);
  // The seller needs the address until shipping, even if the buyer has deleted their data.
  const isAddressShown = !order.restrictedAt || order.lines.some(isDue);
  const { shippedAt, tracking } = shipmentOf(order);
  const buyerEmail = order.restrictedAt ? null : order.buyerEmail;
  const needsEvidence = money.disputes.some(({ status }) => status === "open" || status === "warning");
  return {
    ...presentCreatorOrder({ ...order, downloadCount: downloadsOf(order), isToShip }),
    number: order.number,
    discount_code: order.discountCode,
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
    shipped_at: shippedAt?.toISOString() ?? null,
    tracking,
    evidence: needsEvidence ? buildEvidence({ ...order, buyerEmail }, events) : null,
    lines: presentCreatorLines(order, refundableOfLines(order.lines, money)),
  };
}

const isDue = ({ shippedAt, withdrawnAt }: OrderLine) => shippedAt === null && withdrawnAt === null;

/** Formats a postal address without the id of its order. */
export function presentAddress({
  postalCode,
  ...address
}: typeof orderAddresses.$inferSelect): PostalAddress {
  const { name, line1, line2, city, state, country } = address;
  return { name, line1, line2, postal_code: postalCode, city, state, country };
}

const downloadsOf = ({ access }: Pick<OrderRow, "access">): number =>
  access.reduce((sum, { useCount }) => sum + useCount, 0);

type Events = Awaited<ReturnType<typeof listEvents>>;

/**
 * Returns the evidence text for a dispute: purchase, consents, emails and downloads.
 * Times are in UTC; no IPs are stored.
 */
export function buildEvidence(order: OrderRow, events: Events): string {
  const { number, paidAt, consentText, consentAt } = order;
  const timesOf = (what: Events[number]["what"]) =>
    events
      .filter((event) => event.what === what)
      .map(({ at, note }) => `- ${utc(at)}${note === null ? "" : `: ${note}`}`);
  return [
    `Order: ${order.id}${number === null ? "" : ` (receipt ${number})`}`,
    ...order.lines.map(({ name, type }) => `Product: ${name} (${type})`),
    `Amount: ${formatMoney(order.amountCents, order.currency)}`,
    paidAt && `Paid: ${utc(paidAt)}`,
    order.buyerEmail && `Buyer's email: ${order.buyerEmail}`,
    order.buyerCountry && `Buyer's country: ${order.buyerCountry}`,
    order.buyerCompany && `Buyer's company: ${order.buyerCompany}`,
    consentText && consentAt && `Agreed by the buyer at ${utc(consentAt)}: "${consentText}"`,
    ...order.lines.map(
      ({ name, shippedAt, tracking }) =>
        shippedAt &&
        `Shipped: ${order.lines.length > 1 ? `${name}, ` : ""}${utc(shippedAt)}${tracking === null ? "" : `, tracking ${tracking}`}`,
    ),
    ...section("Emails sent to the buyer", timesOf("emailed")),
    ...section(`Downloads by the buyer: ${downloadsOf(order)}`, timesOf("downloaded")),
  ]
    .filter((line) => line !== null && line !== "")
    .join("\n");
}

const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : [`${title}`, ...lines]);

/** Formats a time to the second: `2026-11-21 14:05:09 UTC`. */
const utc = (at: Date) => `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
