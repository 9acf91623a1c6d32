import type { ProductType } from "./product-types.ts";

/** A consent text. Orders store it as it was shown, so a changed text gets a new id. */
export type ConsentText = { id: string; language: string; text: string };

/** The buyer's agreement under article 16(m) of directive 2011/83/EU, with which the right of withdrawal ends when delivery begins. */
export const DIGITAL_CONSENT: ConsentText = {
  id: "digital-delivery-1",
  language: "en",
  text: "Deliver it now. I agree that delivery starts at once and I know that I thereby lose my right to withdraw from the contract.",
};

/** The buyer's agreement to news from the creator, which is never required. */
export const NEWS_CONSENT: ConsentText = {
  id: "creator-news-1",
  language: "en",
  text: "Email me news from this creator. I can unsubscribe at any time.",
};

/** Returns the required consent text, or null for a purchase without a right of withdrawal. */
export function requiredConsent(order: {
  /** The types of its lines. */
  productTypes: readonly ProductType[];
  totalCents: number;
  /** Null while the creator has no seller details. */
  seller: { is_trader: boolean } | null;
}): ConsentText | null {
  const hasRight = order.totalCents > 0 && order.seller?.is_trader === true;
  return hasRight && order.productTypes.includes("digital") ? DIGITAL_CONSENT : null;
}
