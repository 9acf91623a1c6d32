import { formatMoney } from "../../../contract/rules/formats.ts";
import type { listEvents } from "./history.ts";
import type { OrderRow } from "./repository.ts";

type Events = Awaited<ReturnType<typeof listEvents>>;

/**
 * Returns the text that a creator sends as evidence in a dispute: what was bought, agreed, sent and downloaded.
 * Times are in UTC; no IPs are stored.
 */
export function buildEvidence(order: OrderRow, events: Events): string {
  const { number, paidAt, consentText, consentAt, shippedAt, tracking } = order;
  const timesOf = (what: Events[number]["what"]) =>
    events
      .filter((event) => event.what === what)
      .map(({ at, note }) => `- ${utc(at)}${note === null ? "" : `: ${note}`}`);
  return [
    `Order: ${order.id}${number === null ? "" : ` (receipt ${number})`}`,
    `Product: ${order.productName} (${order.productType})`,
    `Amount: ${formatMoney(order.amountCents, order.currency)}`,
    paidAt && `Paid: ${utc(paidAt)}`,
    order.buyerEmail && `Buyer's email: ${order.buyerEmail}`,
    order.buyerCountry && `Buyer's country: ${order.buyerCountry}`,
    order.buyerCompany && `Buyer's company: ${order.buyerCompany}`,
    consentText && consentAt && `Agreed by the buyer at ${utc(consentAt)}: "${consentText}"`,
    shippedAt && `Shipped: ${utc(shippedAt)}${tracking === null ? "" : `, tracking ${tracking}`}`,
    ...section("Emails sent to the buyer", timesOf("emailed")),
    ...section(`Downloads by the buyer: ${order.downloadCount}`, timesOf("downloaded")),
  ]
    .filter((line) => line !== null && line !== "")
    .join("\n");
}

const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : [`${title}`, ...lines]);

/** Formats a time to the second: `2026-11-21 14:05:09 UTC`. */
const utc = (at: Date) => `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
