import type { BuyerOrder } from "../../contract/api/buyer-orders.ts";
import type { CheckoutOrder } from "../../contract/api/checkout.ts";
import type { BuyerLine } from "../../contract/api/order-lines.ts";
import type { Seller } from "../../contract/api/sellers.ts";
import type { BoughtItem } from "../../contract/pages/bought-item.ts";
import type { PageModel } from "../../contract/pages/pages.ts";
import { PAY_FIELDS, type PayEntries } from "../../contract/pages/sale-models.ts";
import { aPageProduct, aPublicCreator } from "./console-entities.ts";

type OrderModel = Extract<PageModel, { page: "order" }>;
type ProductModel = Extract<PageModel, { page: "product" }>;
type CreatorModel = Extract<PageModel, { page: "creator" }>;
type ReturnModel = Extract<PageModel, { page: "checkout-return" }>;
type PayModel = Extract<PageModel, { page: "pay" }>;
export const NO_ENTRIES = Object.fromEntries(PAY_FIELDS.map((name) => [name, ""])) as PayEntries;

/** A business with complete details. */
export function aSeller(changes: Partial<Seller> = {}): Seller {
  return {
    legal_name: "Anna Weber",
    address: "Hauptstraße 1\n10115 Berlin",
    country: "DE",
    email: "shop@anna.example",
    phone: null,
    vat_id: null,
    register: null,
    is_trader: true,
    tax_note: null,
    terms_url: null,
    delivery_time: null,
    pays_return: false,
    withdrawal_note: null,
    ...changes,
  };
}

export const MUG = { name: "Mug", type: "physical", media_url: null, accent_id: null } as const;

export const PRICE = {
  item_cents: 2500,
  discount_cents: 0,
  discount_code: null,
  shipping_cents: 0,
  total_cents: 2500,
  minimum_cents: null,
  suggestions: [],
};

const orderBase = {
  amount_cents: 2500,
  currency: "eur",
  product: { name: "The notes", type: "digital" as const, media_url: null, accent_id: null },
  creator: { handle: "ada", display_name: "Ada", language: "en" as const, time_zone: "Europe/Berlin" },
  seller: null,
};

/** An unpaid order in the mock checkout. */
export function aCheckoutOrder(overrides: Partial<CheckoutOrder> = {}): CheckoutOrder {
  return {
    ...orderBase,
    status: "pending",
    mock: true,
    provider: "mock",
    price: PRICE,
    needs: { email: false, consent: false, address: false },
    consent_text: null,
    consent_language: null,
    withdrawal: null,
    offer: null,
    withdrawals: overrides.withdrawal ? [overrides.withdrawal] : [],
    countries: [],
    ...overrides,
  };
}

/** The page before paying, at a provider. */
export function aPayPage(changes: Partial<PayModel> = {}, order: Partial<CheckoutOrder> = {}): PayModel {
  return {
    page: "pay",
    checkoutToken: "token",
    path: "/checkout/pay/token",
    order: aCheckoutOrder({
      mock: false,
      provider: "stripe",
      needs: { email: true, consent: false, address: false },
      ...order,
    }),
    unavailable: null,
    unavailablePart: null,
    entries: NO_ENTRIES,
    problems: {},
    formerTotal: null,
    mode: "live",
    sendsReceipts: true,
    isInAppBrowser: false,
    ...changes,
  };
}

/** The page before paying in the mock checkout. */
export const aMockPage = (changes: Partial<PayModel> = {}, order: Partial<CheckoutOrder> = {}): PayModel =>
  aPayPage(
    { path: "/checkout/mock/token", mode: null, ...changes },
    { mock: true, provider: "mock", needs: { email: false, consent: false, address: false }, ...order },
  );

/** A paid order without an email. */
export function aBuyerOrder(overrides: Partial<BuyerOrder> = {}): BuyerOrder {
  const { withdrawal = { possible: false, until: null, reason: "mock" } as const } = overrides;
  return {
    ...orderBase,
    status: "paid",
    paid_at: "2026-11-21T14:06:00.000Z",
    discount_cents: 0,
    discount_code: null,
    shipping_cents: 0,
    // In a hundred years, because pages compare it with the browser's clock.
    download: { url: "/api/orders/download/x", expires_at: "2126-11-24T14:06:00.000Z" },
    mail_to: null,
    number: null,
    company: null,
    refunds: [],
    consent: null,
    withdrawal,
    shipping: null,
    lines: [aBuyerLine({ type: overrides.product?.type ?? "digital", withdrawal })],
    ...overrides,
  };
}

/** The line of a file of 25.00 €, for its buyer. */
export function aBuyerLine(overrides: Partial<BuyerLine> = {}): BuyerLine {
  return {
    id: 70,
    name: "The notes",
    type: "digital",
    amount_cents: 2500,
    refunded_cents: 0,
    shipped_at: null,
    tracking: null,
    withdrawal: { possible: false, until: null, reason: "mock" },
    bundle: null,
    access: { state: "given", files: [] },
    ...overrides,
  };
}

/** The page of an order, as its buyer sees it. */
export const anOrderPage = (
  order: Partial<BuyerOrder> = {},
  changes: Partial<OrderModel> = {},
): OrderModel => ({
  page: "order",
  path: "/orders/token",
  order: aBuyerOrder(order),
  checkoutPath: "/checkout/pay/token",
  mode: "live",
  hasFile: true,
  access: "given",
  messages: [],
  versions: [],
  next: null,
  isHeld: false,
  contact: null,
  sendsReceipts: true,
  mailed: null,
  corrected: null,
  gift: null,
  isInAppBrowser: false,
  ...changes,
});

/** Goods that were paid with real money. */
export const aBoughtItem = (changes: Partial<BoughtItem> = {}): BoughtItem => ({
  type: "physical",
  mode: "live",
  isFree: false,
  isHeld: false,
  isCancelled: false,
  files: 1,
  creator: "Ada",
  email: "b…@example.org",
  next: null,
  contact: null,
  ...changes,
});

/** The page after a successful checkout. */
export const aReturnPage = (changes: Partial<ReturnModel> = {}): ReturnModel => ({
  page: "checkout-return",
  sendsReceipts: true,
  isInAppBrowser: false,
  status: "success",
  downloadToken: "token",
  handle: "ada",
  orderToken: "token",
  checkoutToken: null,
  bought: null,
  messages: [],
  isProcessing: false,
  nextPollUrl: null,
  paymentUrl: null,
  isReceiptSent: true,
  ...changes,
});

/** A creator's page, without tiles by default. */
export const aCreatorPage = (changes: Partial<CreatorModel> = {}): CreatorModel => ({
  page: "creator",
  creator: aPublicCreator(),
  tiles: [],
  from: 0,
  total: changes.tiles?.length ?? 0,
  isOwner: false,
  openTileId: null,
  tipTileId: null,
  previewVersion: "x",
  ...changes,
});

/** The page of a product. */
export const aProductPage = (changes: Partial<ProductModel> = {}): ProductModel => ({
  page: "product",
  creator: aPublicCreator(),
  product: aPageProduct(),
  tileId: 7,
  previewVersion: "x",
  ...changes,
});
