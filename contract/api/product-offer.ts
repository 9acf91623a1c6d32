import type { z } from "zod";
import { defineMessages } from "../texts.ts";

const messages = defineMessages("product_offers", {
  price: "Enter the price of the offered product.",
});

type OfferInput = {
  offerProductId?: number | null | undefined;
  offerPriceCents?: number | null | undefined;
  offerText?: string | null | undefined;
};

/** Returns the second offer of a product as entered, or nulls without an offered product. Requires its price. */
export function toOffer(
  { offerProductId = null, offerPriceCents = null, offerText }: OfferInput,
  context: z.RefinementCtx,
) {
  if (offerProductId === null) return { offerProductId, offerPriceCents: null, offerText: null };
  if (offerPriceCents === null)
    context.addIssue({ code: "custom", path: ["offerPriceCents"], message: messages.price });
  return { offerProductId, offerPriceCents, offerText: offerText || null };
}
