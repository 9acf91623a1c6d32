import type { PublicCreator } from "../../../contract/api/creators.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { formatMoney, formatPrice } from "../../lib/format.ts";

type Sells = PublicCreator["sells"];
/** The part of a product that decides what it costs. */
export type Priced = Pick<
  NonNullable<Tile["product"]>,
  "price_cents" | "min_price_cents" | "currency" | "sold_out"
>;
type Offered = { product: Priced | null };

/** Returns the price that visitors see; null for a tile without a product. The mock checkout asks for no amount, so it has no "From". */
export function priceOf({ product }: Offered, sells: Sells, language?: string): string | null {
  if (product === null) return null;
  const { price_cents, min_price_cents, currency } = product;
  return sells === "real" && min_price_cents !== null && price_cents > 0
    ? `From ${formatMoney(min_price_cents, currency, language)}`
    : formatPrice(price_cents, currency, language);
}

/** Returns why a product cannot be bought, or null when it can. What is free needs no payment. */
export function notForSale({ product }: Offered, sells: Sells): string | null {
  if (product?.sold_out) return "Sold out";
  return sells === "off" && product?.price_cents !== 0 ? "Not for sale right now" : null;
}
