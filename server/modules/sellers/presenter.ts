import type { PublicSeller } from "../../../contract/api/public-seller.ts";
import type { Seller } from "../../../contract/api/sellers.ts";
import type { SellerRow } from "./repository.ts";

/**
 * Formats all seller details: for their creator, for the public legal page, and as the copy in each order.
 */
export function presentSeller(row: SellerRow): Seller {
  return {
    legal_name: row.legalName,
    address: row.address,
    country: row.country,
    email: row.email,
    phone: row.phone,
    vat_id: row.vatId,
    register: row.register,
    is_trader: row.isTrader,
    tax_note: row.taxNote,
    terms_url: row.termsUrl,
    delivery_time: row.deliveryTime,
    pays_return: row.paysReturn,
    withdrawal_note: row.withdrawalNote,
  };
}

/** Formats the seller details that buyers see beside every product. */
export function presentPublicSeller(
  row: Pick<SellerRow, "legalName" | "country" | "isTrader" | "deliveryTime">,
): PublicSeller {
  return {
    name: row.legalName,
    country: row.country,
    is_trader: row.isTrader,
    delivery_time: row.deliveryTime,
  };
}
