import type { ContractKind } from "./contract-kinds.ts";

/** A consent text. Orders store it as it was shown, so a changed text gets a new id. */
export type ConsentText = { id: string; language: string; text: string };

/** The buyer's agreement under article 16(m) of directive 2011/83/EU, with which the right of withdrawal ends when delivery begins. */
export const DIGITAL_CONSENT: ConsentText = {
  id: "digital-delivery-1",
  language: "en",
  text: "Deliver it now. I agree that delivery starts at once and I know that I thereby lose my right to withdraw from the contract.",
};

/** The same agreement beside goods, from which the buyer can still withdraw. */
export const DIGITAL_PART_CONSENT: ConsentText = {
  id: "digital-part-1",
  language: "en",
  text: "Deliver the files now. I agree that their delivery starts at once and I know that I thereby lose my right to withdraw from them.",
};

/** The buyer's request under article 7(3) of directive 2011/83/EU and agreement under its article 16(a). */
export const SERVICE_CONSENT: ConsentText = {
  id: "service-1",
  language: "en",
  text: "The service may begin within the 14 days for withdrawal. I ask for that and I know that I lose my right to withdraw once it has been provided in full.",
};

/** The same request beside files or goods. */
export const SERVICE_PART_CONSENT: ConsentText = {
  id: "service-part-1",
  language: "en",
  text: "The service may begin within the 14 days for withdrawal. I ask for that and I know that I lose my right to withdraw from it once it has been provided in full.",
};

/** Both agreements, for an order of files and services. */
export const DIGITAL_AND_SERVICE_CONSENT: ConsentText = {
  id: "digital-delivery-and-service-1",
  language: "en",
  text: `${DIGITAL_PART_CONSENT.text} ${SERVICE_PART_CONSENT.text}`,
};

/** The buyer's agreement to news from the creator, which is never required. */
export const NEWS_CONSENT: ConsentText = {
  id: "creator-news-1",
  language: "en",
  text: "Email me news from this creator. I can unsubscribe at any time.",
};

/** Returns the required consent text, or null for a purchase without a right of withdrawal. */
export function requiredConsent(order: {
  /** The subjects of its contracts. */
  kinds: readonly ContractKind[];
  totalCents: number;
  /** Null while the creator has no seller details. */
  seller: { is_trader: boolean } | null;
}): ConsentText | null {
  const hasRight = order.totalCents > 0 && order.seller?.is_trader === true;
  if (!hasRight) return null;
  const has = (kind: ContractKind) => order.kinds.includes(kind);
  if (has("file") && has("service")) return DIGITAL_AND_SERVICE_CONSENT;
  if (has("file")) return has("goods") ? DIGITAL_PART_CONSENT : DIGITAL_CONSENT;
  if (has("service")) return has("goods") ? SERVICE_PART_CONSENT : SERVICE_CONSENT;
  return null;
}
