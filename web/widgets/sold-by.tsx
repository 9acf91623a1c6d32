import type { PublicSeller } from "../../contract/api/public-seller.ts";
import { rich } from "../lib/rich.ts";
import { countryWithArticle } from "../lib/seller.ts";

/** Names the seller in one sentence: "Sold by Anna Weber, a business in Germany." */
export function SoldBy(seller: Pick<PublicSeller, "name" | "country" | "is_trader">) {
  const name = <bdi>{seller.name}</bdi>;
  return seller.is_trader
    ? rich("Sold by {name}, a business in {country}.", { name, country: countryWithArticle(seller.country) })
    : rich("Sold by {name}, a private person; EU consumer rights do not apply.", { name });
}
