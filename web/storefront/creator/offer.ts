import type { PublicCreator } from "../../../contract/api/creators.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { t } from "../../../contract/texts.ts";
import { formatMoney, formatPrice } from "../../lib/format.ts";

type Sells = PublicCreator["sells"];
/** The part of a product that determines its price. */
export type Priced = Pick<
  NonNullable<Tile["product"]>,
  "price_cents" | "min_price_cents" | "currency" | "sold_out"
>;
type Offered = { product: Priced | null };

/** Returns the displayed price and whether visitors choose it, or null for a tile without a product. Without sales nobody chooses an amount. */
export function priceOf({ product }: Offered, sells: Sells, language?: string): string | null {
  if (product === null) return null;
  const { price_cents, min_price_cents, currency } = product;
  if (min_price_cents === null || price_cents === 0 || sells === "off")
    return formatPrice(price_cents, currency, language);
  if (min_price_cents === 0) return t("Name your price");
  const least = formatMoney(min_price_cents, currency, language);
  return min_price_cents < price_cents
    ? t("From {price}", { price: least })
    : t("{price} or more", { price: least });
}

/** Returns why a product cannot be bought, or null if it can. Free products need no payment. */
export function notForSale({ product }: Offered, sells: Sells): string | null {
  if (product?.sold_out) return t("Sold out");
  return sells === "off" && product?.price_cents !== 0 ? t("Not for sale right now") : null;
}

/** Returns the tip product of a tile that takes an amount of the visitor's choice, or null. */
export function tipProductOf({ type, product }: Pick<Tile, "type" | "product">, sells: Sells) {
  const isTip = type === "tip" && product?.type === "tip";
  // A creator without sales gives free products without asking for an amount.
  return isTip && sells !== "off" && notForSale({ product }, sells) === null ? product : null;
}
