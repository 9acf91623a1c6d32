import type { Branding } from "../../../../contract/api/appearance.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { visibleBranding } from "../../creators/index.ts";
import type { OrderDeps } from "../deps.ts";
import type { OrderRow } from "../repository.ts";
import { isTestMode } from "./receipt-rules.ts";

/** Returns what every email to the buyer of an order has: the seller's branding, whom to ask, and whether money moved. */
export async function buyerEmailFrame(db: Queries, deps: OrderDeps, order: OrderRow) {
  return {
    ...orderBranding(order, deps.publicUrl),
    sender: order.creator?.displayName ?? null,
    ...(order.creator && { timeZone: order.creator.timeZone }),
    contact: await findContact(db, deps, order),
    ...(isMock(order) && { mock: true }),
    ...(isTestMode(order) && { isTest: true }),
  };
}

/**
 * Returns the email that buyers of an order may write to: the one of the seller details, which are published.
 * An account's email is not, so that without seller details there is none.
 */
export async function findContact(
  db: Queries,
  { sellers }: OrderDeps,
  { seller, creatorId }: Pick<OrderRow, "seller" | "creatorId">,
): Promise<string | null> {
  const named = seller ?? (creatorId === null ? null : await sellers.findSeller(db, creatorId));
  return named?.email ?? null;
}

/** Returns whether an order has a price that the mock checkout did not charge. */
const isMock = ({ provider, amountCents }: OrderRow) => provider === "mock" && amountCents > 0;

/** Returns what is the seller's own on pages and in emails about an order; nothing once the creator is deleted. */
export const orderBranding = ({ creator }: OrderRow, publicUrl: string): Branding =>
  creator ? visibleBranding(creator, publicUrl) : {};
