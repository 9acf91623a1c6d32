import type { ContractKind } from "./contract-kinds.ts";
import { legalTexts } from "./legal-texts/index.ts";
import type { LegalTexts } from "./legal-texts/types.ts";

/** A consent text in a language. Orders store it as it was shown, so a changed text gets a new id. */
export type ConsentText = { id: string; language: string; text: string };

/** Returns the buyer's agreement to news for a page in a language. */
export function newsConsent(language: string): ConsentText {
  const texts = legalTexts(language);
  return { language: texts.language, ...texts.news };
}

/** Returns the required consent text for a page in a language, or null for a purchase without a right of withdrawal. */
export function requiredConsent(order: {
  /** The subjects of its contracts. */
  kinds: readonly ContractKind[];
  totalCents: number;
  /** Null while the creator has no seller details. */
  seller: { is_trader: boolean } | null;
  language: string;
}): ConsentText | null {
  const hasRight = order.totalCents > 0 && order.seller?.is_trader === true;
  if (!hasRight) return null;
  const texts = legalTexts(order.language);
  const found = consentOf(order.kinds, texts);
  return found && { language: texts.language, ...found };
}

function consentOf(kinds: readonly ContractKind[], texts: LegalTexts) {
  const has = (kind: ContractKind) => kinds.includes(kind);
  if (has("file") && has("service")) {
    const text = `${texts.digitalPart.text} ${texts.servicePart.text}`;
    return { id: texts.digitalAndServiceId, text };
  }
  if (has("file")) return has("goods") ? texts.digitalPart : texts.digital;
  if (has("service")) return has("goods") ? texts.servicePart : texts.service;
  return null;
}
