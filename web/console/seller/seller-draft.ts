import { z } from "zod";
import { type Seller, SellerInput, sellerMessages } from "../../../contract/api/sellers.ts";
import { COUNTRIES } from "../../../contract/rules/countries.ts";
import { t } from "../../../contract/texts.ts";
import { countryOptions } from "../../lib/seller.ts";

/** Validates the form like the server; neither kind of seller is preselected. */
export const SellerFormInput = SellerInput.extend({
  isTrader: z
    .enum(["business", "private"])
    .nullable()
    .refine((kind) => kind !== null, { error: sellerMessages.kind })
    .transform((kind) => kind === "business"),
});
export type SellerFormValues = z.input<typeof SellerFormInput>;

/** Returns the form values of saved details, or empty ones. */
export function toSellerValues(seller: Seller | null): SellerFormValues {
  return {
    isTrader: seller ? (seller.is_trader ? "business" : "private") : null,
    legalName: seller?.legal_name ?? "",
    address: seller?.address ?? "",
    country: seller?.country ?? "",
    email: seller?.email ?? "",
    phone: seller?.phone ?? "",
    vatId: seller?.vat_id ?? "",
    register: seller?.register ?? "",
    taxNote: seller?.tax_note ?? "",
    termsUrl: seller?.terms_url ?? "",
    deliveryTime: seller?.delivery_time ?? "",
    paysReturn: seller?.pays_return ?? false,
    withdrawalNote: seller?.withdrawal_note ?? "",
  };
}

/** The choices of the country field, by name. */
export const COUNTRY_OPTIONS = [{ value: "", label: t("Choose a country") }, ...countryOptions(COUNTRIES)];
