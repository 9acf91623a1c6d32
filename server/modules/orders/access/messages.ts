import type { BuyerMessage } from "../../../../contract/api/buyer-message.ts";
import type { NextStep } from "../../../../contract/pages/bought-item.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { listBuyerMessages } from "../../products/index.ts";
import { isLineRefunded, type OrderLine } from "../lines/lines.ts";
import type { OrderRow } from "../repository.ts";
import { findAccess } from "./access.ts";

/**
 * Returns the messages of the bought products as their creator has them now. They end with the access to their line.
 * A bundle's own message comes before those of its products, and stays while one of them does.
 */
export async function listMessages(db: Queries, order: OrderRow): Promise<BuyerMessage[]> {
  if (!order.paidAt) return [];
  const { ofLine } = await findAccess(db, order);
  const open = order.lines.filter((line) => line.withdrawnAt === null && ofLine(line).state === "given");
  const sources = new Map(open.flatMap(sourcesOf));
  const messages = await listBuyerMessages(db, [...sources.keys()]);
  const isOne = order.lines.length === 1;
  return [...sources].flatMap(([id, name]) => {
    const message = messages.get(id);
    return message ? { name: isOne ? null : name, ...message } : [];
  });
}

/** Returns the products that have a message for a line, with the names by which they were bought. */
const sourcesOf = ({ productId, name, bundleId, bundleName }: OrderLine): [number, string][] => [
  ...(bundleId !== null && bundleName !== null ? [[bundleId, bundleName] as [number, string]] : []),
  ...(productId !== null ? [[productId, name] as [number, string]] : []),
];

type Sold = Pick<OrderRow, "status" | "paidAt" | "lines">;

/** Returns how a bought service continues after these messages of its order, or null without a service that is still due. */
export function nextStepOf(
  { status, paidAt, lines }: Sold,
  messages: readonly BuyerMessage[],
): NextStep | null {
  if (!paidAt || status === "refunded" || status === "disputed") return null;
  const services = lines.filter(
    (line) => line.type === "service" && line.withdrawnAt === null && !isLineRefunded(line),
  );
  if (services.length === 0) return null;
  const hasMessage = ({ name: line, bundleName }: OrderLine) =>
    messages.some(({ name }) => name === null || name === line || name === bundleName);
  return services.every(hasMessage) ? "message" : "contact";
}

/** Returns the messages of an order and how a bought service continues after them. */
export async function presentMessages(db: Queries, order: OrderRow) {
  const messages = await listMessages(db, order);
  return { messages, next: nextStepOf(order, messages) };
}
