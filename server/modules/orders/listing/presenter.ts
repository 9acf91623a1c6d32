import { eq } from "drizzle-orm";
import type { BuyerCompany, BuyerOrder, OrderBase } from "../../../../contract/api/buyer-orders.ts";
import type { MockTotals, OrderTotals } from "../../../../contract/api/order-totals.ts";
import type { CreatorOrder } from "../../../../contract/api/orders.ts";
import type { PaymentMode } from "../../../../contract/rules/order-states.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { getsOf, moneyOf, netOf } from "../../../../contract/rules/sale-money.ts";
import { toPublicUrl } from "../../../platform/own-url.ts";
import { listRefunds } from "../../order-payments/index.ts";
import { findAccess } from "../access/access.ts";
import { downloadTokenOf } from "../access/links.ts";
import type { OrderTokens } from "../access/tokens.ts";
import type { Access } from "../access-tables.ts";
import type { OrderDeps } from "../deps.ts";
import { orderAddresses } from "../detail-tables.ts";
import { goodsOf, mainLineOf, shipmentOf, titleOf, typeOf } from "../lines/lines.ts";
import { presentSums, type SaleSums } from "../payment/sale-money.ts";
import { withdrawalOf } from "../refunds/right-of-withdrawal.ts";
import type { OrderRow } from "../repository.ts";
import type { ListedOrder } from "./listing.ts";
import { presentBuyerLines } from "./present-lines.ts";

/** Formats the fields that checkout page and order page share. */
export function presentOrderBase(row: OrderRow, publicUrl: string): OrderBase {
  const { mediaUrl, accentId } = mainLineOf(row);
  return {
    status: row.status,
    amount_cents: row.amountCents,
    currency: row.currency,
    product: {
      name: titleOf(row),
      type: typeOf(row),
      media_url: toPublicUrl(mediaUrl, publicUrl),
      accent_id: accentId,
    },
    creator: {
      handle: row.creator?.handle ?? "",
      display_name: row.creator?.displayName ?? "A former creator",
      language: row.creator?.language ?? "en",
      time_zone: row.creator?.timeZone ?? "UTC",
    },
  };
}

export async function presentBuyerOrder(
  { db, clock, publicUrl, tokens }: OrderDeps,
  row: OrderRow,
): Promise<BuyerOrder> {
  const granted = await findAccess(db, row);
  const linkOf = (access: Access) => presentLink(tokens, row, access);
  const [download = null] = granted.open.flatMap((each) => linkOf(each) ?? []);
  const refunds = row.provider === "free" ? [] : await listRefunds(db, row.id);
  const [address] =
    goodsOf(row).length === 0
      ? []
      : await db.select().from(orderAddresses).where(eq(orderAddresses.orderId, row.id));
  const { shippedAt, tracking } = shipmentOf(row);
  return {
    ...presentOrderBase(row, publicUrl),
    paid_at: row.paidAt?.toISOString() ?? null,
    discount_cents: row.discountCents,
    discount_code: row.discountCode,
    shipping_cents: row.shippingCents,
    download,
    mail_to: row.buyerEmail === null ? null : maskEmail(row.buyerEmail),
    number: row.number,
    seller: row.seller,
    company: presentCompany(row),
    refunds: refunds.map(({ amountCents, status, createdAt }) => ({
      amount_cents: amountCents,
      status,
      created_at: createdAt.toISOString(),
    })),
    consent:
      row.consentText !== null && row.consentAt
        ? {
            text: row.consentText,
            // The first consents were English.
            language: row.consentLanguage ?? "en",
            at: row.consentAt.toISOString(),
          }
        : null,
    withdrawal: withdrawalOf(row, clock.now()),
    shipping: address
      ? {
          cents: row.shippingCents,
          city: address.city,
          country: address.country,
          shipped_at: shippedAt?.toISOString() ?? null,
          tracking,
        }
      : null,
    lines: await presentBuyerLines(db, row, { now: clock.now(), granted, linkOf }),
  };
}

/** Formats the download link of an access. A link of another `APP_SECRET` cannot be shown again, only renewed. */
function presentLink(tokens: OrderTokens, order: OrderRow, access: Access): BuyerOrder["download"] {
  const { tokenHash, linkExpiresAt } = access;
  const token = downloadTokenOf(tokens, order, access);
  if (!linkExpiresAt || !tokenHash?.equals(tokens.hash(token))) return null;
  return { url: paths.download(token), expires_at: linkExpiresAt.toISOString() };
}

export function presentCompany({
  buyerCompany: name,
  buyerVatId: vat_id,
}: Pick<OrderRow, "buyerCompany" | "buyerVatId">): BuyerCompany | null {
  return name === null && vat_id === null ? null : { name, vat_id };
}

export function presentCreatorOrder(row: ListedOrder): CreatorOrder {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    product: { name: titleOf(row), type: typeOf(row) },
    amount_cents: row.amountCents,
    currency: row.currency,
    fee_cents: row.feeCents,
    net_cents: netOf(row),
    status: row.status,
    buyer_email: row.restrictedAt ? null : row.buyerEmail,
    downloads: row.downloadCount,
    provider: row.provider,
    mock: row.provider === "mock",
    mode: row.mode,
    shipping_cents: row.shippingCents,
    refunded_cents: row.refundedCents,
    disputed_cents: row.disputedCents,
    fee_returned_cents: row.feeReturnedCents,
    provider_fee_cents: row.providerFeeCents,
    discount_cents: row.discountCents,
    gets_cents: getsOf(moneyOf(row)),
    is_free_copy: row.isFreeCopy && row.importedId === null,
    is_imported: row.importedId !== null,
    to_ship: row.isToShip,
  };
}

/** Formats totals, separately for orders with and without real money. */
export function presentTotals(rows: readonly (SaleSums & { mode: PaymentMode | null })[]): {
  totals: OrderTotals[];
  mockTotals: MockTotals[];
} {
  return {
    totals: rows.filter(({ mode }) => mode === "live").map(presentSums),
    mockTotals: rows.flatMap((row) => (row.mode === "live" ? [] : { ...presentSums(row), mode: row.mode })),
  };
}

/** Masks an email so that only its owner recognises it: `anna@example.org` becomes `a…@example.org`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${Array.from(email.slice(0, at))[0] ?? ""}…${email.slice(at)}`;
}
