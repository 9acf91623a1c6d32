import type { AnalyticsSummary } from "../../contract/api/analytics.ts";
import type { ConnectStatus } from "../../contract/api/connect.ts";
import type { Creator, PublicCreator } from "../../contract/api/creators.ts";
import type { Discount } from "../../contract/api/discounts.ts";
import type { Product } from "../../contract/api/products.ts";
import type { PublicConfig } from "../../contract/api/storefront.ts";
import type { Tile } from "../../contract/api/tiles.ts";
import type { PageProduct } from "../../contract/pages/page-product.ts";

/** Entities as the server sends them; a test overrides what matters to it. */
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

export const NOT_CONNECTED: ConnectStatus = {
  connected: false,
  tipsEnabled: false,
  delayedPaymentsEnabled: false,
  platformFeeBps: 500,
  offers: ["connected"],
  provider: "stripe",
  mode: "sandbox",
  kind: null,
  canSell: false,
  country: null,
  account: null,
};

export const anAccount = (currentlyDue: string[] = [], pastDue: string[] = []) => ({
  id: "acct_1",
  requirements: { currentlyDue, pastDue },
});

/** A connected account that can sell. */
export const READY: ConnectStatus = {
  ...NOT_CONNECTED,
  connected: true,
  kind: "connected",
  canSell: true,
  country: "DE",
  account: anAccount(),
};

/** A started onboarding at the provider. */
export const anOnboarding = (onboardingUrl: string) => ({
  onboardingUrl,
  embeddedClientSecret: null,
  accountId: "acct_1",
  platformFeeBps: 500,
});

export function aProduct(overrides: Partial<Product> = {}): Product {
  return {
    id: 1,
    name: "Bowl",
    slug: "bowl",
    bundle_items: [],
    offer_product_id: null,
    offer_price_cents: null,
    offer_text: null,
    description: null,
    price_cents: 1000,
    currency: "eur",
    min_price_cents: null,
    type: "digital",
    stock: null,
    shipping_cents: 0,
    shipping_abroad_cents: null,
    digital_file_path: null,
    files: [],
    media_url: null,
    media_alt: null,
    media_focus: { x: 50, y: 50 },
    more_images: [],
    buyer_message: null,
    buyer_link_label: null,
    buyer_link_url: null,
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
    title_shown: true,
    description: null,
    image_url: null,
    image_alt: null,
    image_focus: { x: 50, y: 50 },
    images: [],
    url: "https://example.org/",
    product_id: null,
    button_label: null,
    consent_text: null,
    goal: null,
    contact: null,
    event: null,
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

/** A product for its own page. */
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
    parts: [],
    images: [],
    file: null,
    ...overrides,
  };
}

/** The product of a tile. */
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
    planSold: true,
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
