import type { PublicSeller } from "../../contract/api/public-seller.ts";
import { compareNames, nameOf } from "../../contract/rules/formats.ts";

/** Countries whose English name needs an article within a sentence. */
const WITH_ARTICLE = new Set(
  "AE BS CC CD CF CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH SB TC UM US VA VG VI".split(" "),
);

/** Returns the English name of a country, whose spelling depends on the platform. */
export function countryName(code: string): string {
  return nameOf(code, "region") ?? code;
}

/** Returns the choices of a country field by English name. */
export const countryOptions = (codes: readonly string[]) =>
  codes
    .map((code) => ({ value: code, label: countryName(code) }))
    .sort((one, other) => compareNames(one.label, other.label));

/** Returns the seller in one sentence without a full stop: "Sold by Anna Weber, a business in Germany". */
export function sellerLine({
  name,
  country,
  is_trader,
}: Pick<PublicSeller, "name" | "country" | "is_trader">): string {
  if (!is_trader) return `Sold by ${name}, a private person; EU consumer rights do not apply`;
  return `Sold by ${name}, a business in ${WITH_ARTICLE.has(country) ? "the " : ""}${countryName(country)}`;
}
