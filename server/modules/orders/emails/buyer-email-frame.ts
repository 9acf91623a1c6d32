import type { Branding } from "../../../../contract/api/appearance.ts";
import type { Language } from "../../../../contract/rules/languages.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { visibleBranding } from "../../creators/index.ts";
import type { OrderDeps } from "../deps.ts";
import type { OrderRow } from "../repository.ts";
import { isTestMode } from "./receipt-rules.ts";

/** Returns the common frame of emails to the buyer of an order: the seller's branding, the language, the contact, and whether money moved. */
export async function buyerEmailFrame(db: Queries, deps: OrderDeps, order: OrderRow) {
  return {
    ...orderBranding(order, deps.publicUrl),
    language: orderLanguage(order),
    sender: order.creator?.displayName ?? null,
    ...(order.creator && { timeZone: order.creator.timeZone }),
    contact: await findContact(db, deps, order),
    ...(isMock(order) && { mock: true }),
    ...(isTestMode(order) && { isTest: true }),
  };
}

/**
 * Returns the contact email of an order: the published one of the seller details.
 * An account's email is private, so there is none without seller details.
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

/** Returns the seller's branding for pages and emails about an order, empty once the creator is deleted. */
const orderBranding = ({ creator }: OrderRow, publicUrl: string): Branding =>
  creator ? visibleBranding(creator, publicUrl) : {};

/** Returns the language of an order: that in which it was made, whatever its creator's is today. */
export const orderLanguage = ({ language, creator }: Pick<OrderRow, "language" | "creator">): Language =>
  language ?? creator?.language ?? "en";

/** Returns the seller's branding and the language for a page about an order. */
export const orderPageFrame = (order: OrderRow, publicUrl: string) => ({
  ...orderBranding(order, publicUrl),
  pageLanguage: orderLanguage(order),
});
