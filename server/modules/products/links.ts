import type { ProductInput } from "../../../contract/api/products.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { hasLinks, requireLinksAllowed, requireTextAllowed } from "../blocks/index.ts";

type Texts = Pick<ProductInput, "description" | "offerText" | "buyerMessage" | "buyerLinkUrl">;
type SentTexts = { [Field in keyof Texts]?: string | null | undefined };

/** Returns whether the texts of a product lead visitors or buyers to other sites. */
export const linksAway = ({ description, offerText, buyerMessage, buyerLinkUrl }: SentTexts): boolean =>
  [description, offerText, buyerMessage].some(hasLinks) || Boolean(buyerLinkUrl);

/** Throws 400 if a new or changed text of a product links to a blocked target. */
export async function requireTargetsAllowed(tx: Transaction, input: Texts, current?: Texts): Promise<void> {
  for (const field of ["description", "offerText", "buyerMessage"] as const)
    if (input[field] !== current?.[field]) await requireTextAllowed(tx, { field, text: input[field] });
  const { buyerLinkUrl: url } = input;
  if (url !== current?.buyerLinkUrl) await requireLinksAllowed(tx, [{ field: "buyerLinkUrl", url }]);
}
