import type { AnalyticsSummary } from "../../contract/api/analytics.ts";
import type { Creator, PublicCreator } from "../../contract/api/creators.ts";
import type { Discount } from "../../contract/api/discounts.ts";
import type { OrderOverview, OrderTotals } from "../../contract/api/order-totals.ts";
import type { CreatorOrder } from "../../contract/api/orders.ts";
import type { Product } from "../../contract/api/products.ts";
import type { PublicConfig } from "../../contract/api/storefront.ts";
import type { Tile } from "../../contract/api/tiles.ts";
import type { PageProduct } from "../../contract/pages/page-product.ts";

/** Entities as the server sends them; a test names only what matters to it. */
export function aCreator(overrides: Partial<Creator> = {}): Creator {
  return {
    id: 1,
    user_id: "user-1",
    email: "vera@example.org",
    email_verified_at: "2026-01-01T00:00:00.000Z",
    is_admin: false,
    handle: "vera",
    display_name: "Vera Stone",
    bio: null,
    avatar_url: null,
    plan: "free",
    stripe_subscription_active: false,
    stripe_account_id: null,
    payment_provider: "none",
    payment_account_id: null,
    tips_enabled: false,
    socials: [],
    time_zone: "UTC",
    language: "en",
    suspension: null,
    deletion_at: null,
    reclaimed_at: null,
    ...overrides,
  };
}

/** A creator as visitors see them. */
export function aPublicCreator(overrides: Partial<PublicCreator> = {}): PublicCreator {
  return {
    id: 1,
    handle: "ada",
    display_name: "Ada",
    bio: null,
    avatar_url: null,
    plan: "free",
    stripe_subscription_active: false,
    tips_enabled: false,
    has_payment_account: false,
    socials: [],
    language: "en",
    sells: "mock",
    seller: null,
    announcement: null,
    ...overrides,
  };
}

export function aProduct(overrides: Partial<Product> = {}): Product {
  return {
    id: 1,
    name: "Bowl",
    slug: "bowl",
    description: null,
    price_cents: 1000,
    currency: "eur",
    min_price_cents: null,
    type: "digital",
    stock: null,
    shipping_cents: 0,
    shipping_abroad_cents: null,
    digital_file_path: null,
    media_url: null,
    media_alt: null,
    media_focus: { x: 50, y: 50 },
    more_images: [],
    active: true,
    ...overrides,
  };
}

export function aDiscount(overrides: Partial<Discount> = {}): Discount {
  return {
    id: 1,
    code: "SPRING",
    percent_off: 20,
    amount_off_cents: null,
    currency: null,
    product_ids: null,
    starts_at: null,
    ends_at: null,
    max_uses: null,
    once_per_buyer: false,
    active: true,
    uses: 0,
    ...overrides,
  };
}

export function aTile(overrides: Partial<Tile> = {}): Tile {
  return {
    id: 1,
    type: "link",
    title: "My site",
    description: null,
    image_url: null,
    image_alt: null,
    image_focus: { x: 50, y: 50 },
    url: "https://example.org/",
    product_id: null,
    button_label: null,
    consent_text: null,
    active: true,
    hidden: false,
    starts_at: null,
    ends_at: null,
    state: "live",
    size: "normal",
    position: 0,
    product: null,
    ...overrides,
  };
}

/** A product as its own page shows it. */
export function aPageProduct(overrides: Partial<PageProduct> = {}): PageProduct {
  return {
    id: 1,
    slug: "bowl",
    name: "Bowl",
    description: null,
    type: "digital",
    price_cents: 2500,
    currency: "eur",
    min_price_cents: null,
    shipping_cents: 0,
    sold_out: false,
    images: [],
    file: null,
    ...overrides,
  };
}

/** The product of a tile that sells. */
export function aTileProduct(overrides: Partial<NonNullable<Tile["product"]>> = {}) {
  return {
    name: "Bowl",
    type: "digital" as const,
    slug: "bowl",
    file: null,
    media_alt: null,
    media_focus: { x: 50, y: 50 },
    price_cents: 2500,
    min_price_cents: null,
    currency: "eur",
    media_url: null,
    sold_out: false,
    ...overrides,
  };
}

/** The analytics of a page without visits. */
export function noAnalytics(overrides: Partial<AnalyticsSummary> = {}): AnalyticsSummary {
  return {
    summary: [],
    perTile: [],
    devices: [],
    recent: [],
    countries: [],
    sources: [],
    series: [],
    filtered: 0,
    ...overrides,
  };
}

/** The public configuration of an installation in test mode. */
export function aConfig(overrides: Partial<PublicConfig> = {}): PublicConfig {
  return {
    stripeProductId: "product-1",
    stripePublishableKey: null,
    billingMode: "sandbox",
    googleEnabled: false,
    oidcName: null,
    passwordLogin: true,
    platformFeeBps: 500,
    mockCheckout: true,
    providers: ["stripe"],
    signup: "open",
    directUploadBytes: null,
    ...overrides,
  };
}

/** The overview of a creator who has sold nothing. */
export const NO_ORDERS: OrderOverview = {
  month_start: "2026-11-01T00:00:00.000Z",
  totals: [],
  mockTotals: [],
  to_ship: 0,
  disputed: 0,
};

export function anOrder(overrides: Partial<CreatorOrder> = {}): CreatorOrder {
  return {
    id: 1,
    created_at: "2026-11-21T14:05:00.000Z",
    paid_at: "2026-11-21T14:06:00.000Z",
    product: { name: "Bowl", type: "physical" },
    amount_cents: 2500,
    currency: "eur",
    fee_cents: 125,
    net_cents: 2375,
    status: "paid",
    buyer_email: "buyer@example.org",
    downloads: 0,
    provider: "mock",
    mock: true,
    mode: null,
    shipping_cents: 0,
    refunded_cents: 0,
    disputed_cents: 0,
    fee_returned_cents: 0,
    provider_fee_cents: null,
    discount_cents: 0,
    gets_cents: overrides.net_cents ?? 2375,
    ...overrides,
  };
}

/** Totals of one order of 25.00 €, or what `overrides` says. */
export function someTotals(overrides: Partial<OrderTotals> = {}): OrderTotals {
  return {
    currency: "eur",
    paid: 1,
    amount_cents: 2500,
    fee_cents: 125,
    refunded_cents: 0,
    disputed_cents: 0,
    net_cents: 2375,
    discount_cents: 0,
    shipping_cents: 0,
    provider_fee_cents: 0,
    provider_fees_unknown: 0,
    gets_cents: overrides.net_cents ?? 2375,
    ...overrides,
  };
}
