import { z } from "zod";
import type { Noun } from "../nouns.ts";
import { CURRENCY_CODES, unsupportedCurrency } from "../rules/currencies.ts";
import {
  booleanField,
  boundedList,
  fieldMessages,
  maxLengthText,
  objectBody,
  positiveNumber,
  requiredText,
  withoutDirectionControls,
} from "../rules/fields.ts";
import { DEFAULT_CURRENCY, limits, PRODUCT_DEFAULTS } from "../rules/limits.ts";
import { MAX_BUNDLE_ITEMS, MAX_OFFER_TEXT, PRODUCT_TYPES } from "../rules/product-types.ts";
import { SlugField } from "../rules/slugs.ts";
import { machineText } from "../rules/text-fields.ts";
import { typedUrl } from "../rules/url-fields.ts";
import { versionBy } from "../rules/versions.ts";
import { defineMessages } from "../texts.ts";
import { buyerMessageFields, buyerMessageOf, toBuyerMessage } from "./buyer-message.ts";
import { DeletedItems } from "./deleted-items.ts";
import { AltField, Focus, FocusField, Image, MoreImagesField } from "./image-fields.ts";
import { CENTER } from "./images.ts";
import { ProductFile, ProductFilesField, productFileMessages } from "./product-files.ts";
import { toOffer } from "./product-offer.ts";
import { VersionNoteField } from "./product-versions.ts";
import { IdParams, route } from "./route.ts";

export const ProductType = z.enum(PRODUCT_TYPES, { error: fieldMessages.type });
export type ProductType = z.infer<typeof ProductType>;

/** The revenue of a product in one currency, without refunds and disputes. */
const ProductSales = z.object({
  currency: z.string(),
  /** True for test orders in the mock checkout, in the sandbox or with test keys. */
  mock: z.boolean(),
  sold: z.number(),
  revenue_cents: z.number(),
});
export type ProductSales = z.infer<typeof ProductSales>;

export const Product = z.object({
  id: z.number(),
  name: z.string(),
  /** The last part of its page's URL. */
  slug: z.string(),
  description: z.string().nullable(),
  price_cents: z.number(),
  currency: z.string(),
  /** The minimum where buyers choose the amount, or null for a fixed price. */
  min_price_cents: z.number().nullable(),
  type: ProductType,
  /** The ids of a bundle's products in order, including deleted products. Empty for other types. */
  bundle_items: z.array(z.number()),
  /** The id of the second product that this product's checkout offers, even if it is deleted, or null. */
  offer_product_id: z.number().nullable(),
  /** The price of the offered product in this checkout. Null without an offer. */
  offer_price_cents: z.number().nullable(),
  offer_text: z.string().nullable(),
  /** The stock, or null if it is not counted. */
  stock: z.number().nullable(),
  /** The shipping cost within the seller's country, or 0 for products that are not shipped. */
  shipping_cents: z.number(),
  /** The shipping cost to other countries, or null if the product is not shipped there. */
  shipping_abroad_cents: z.number().nullable(),
  /** The path of the first file. */
  digital_file_path: z.string().nullable(),
  files: z.array(ProductFile),
  media_url: z.string().nullable(),
  /** A description of the image, or null for a decorative one. */
  media_alt: z.string().nullable(),
  media_focus: Focus,
  /** More images for the product's page, in order. */
  more_images: z.array(Image),
  ...buyerMessageOf,
  active: z.boolean(),
  /** Present only in lists. */
  sales: z.array(ProductSales).optional(),
});
export type Product = z.infer<typeof Product>;

/** Computes the version of the fields in a product's form. */
export const productVersion = versionBy(Product.omit({ id: true, sales: true }));

export const productMessages = defineMessages("products", {
  minPriceAbovePrice: "The minimum must be at most the price.",
  stock: "Stock must be a whole number of 0 or more.",
  bundleItems: "Choose 1 to {max} products for the bundle, each once.",
  offerProduct: "Choose a product to offer.",
});

/** Whole cents, rounded half up. Null and non-finite numbers become 0, as specified. Negative and too large amounts are invalid. */
export const PriceCents = z.preprocess(
  (value) => (value === null || (typeof value === "number" && !Number.isFinite(value)) ? 0 : value),
  amountField("Price"),
);

/** Returns a schema of whole cents from 0 to the highest price, rounded half up. `noun` is the amount's name in messages. */
export function amountField(noun: Noun) {
  return z
    .number({ error: fieldMessages.amount({ noun }) })
    .min(0)
    .max(limits.priceCents.max, { error: fieldMessages.tooHigh({ noun, max: limits.priceCents.max / 100 }) })
    .transform((cents) => Math.round(cents));
}

/** A supported currency, in any letter case. */
export const CurrencyField = z.preprocess(
  (value) => (typeof value === "string" && value.length <= 20 ? value.trim().toLowerCase() : value),
  z.enum(CURRENCY_CODES, { error: ({ input }) => unsupportedCurrency(input) }),
);

const BUNDLE_ITEMS = productMessages.bundleItems({ max: MAX_BUNDLE_ITEMS });

const ProductFields = objectBody({
  name: requiredText("Name", limits.productName.max).overwrite(withoutDirectionControls),
  /** If empty, the slug of a new product is derived from its name, and an existing product keeps its slug. */
  slug: SlugField.optional(),
  description: maxLengthText("Description", limits.productDescription.max).nullish(),
  priceCents: PriceCents.optional(),
  currency: CurrencyField.optional(),
  /** Lets buyers choose an amount from this minimum up. The price is the suggested amount. */
  minPriceCents: amountField("The minimum").nullish(),
  type: ProductType.optional(),
  /** The ids of a bundle's products. */
  bundleItems: boundedList(positiveNumber(BUNDLE_ITEMS), MAX_BUNDLE_ITEMS, {
    type: BUNDLE_ITEMS,
    tooMany: BUNDLE_ITEMS,
  })
    .refine((ids) => new Set(ids).size === ids.length, { error: BUNDLE_ITEMS })
    .optional(),
  /** A second product that the checkout offers. Null ends the offer. */
  offerProductId: positiveNumber(productMessages.offerProduct).nullish(),
  offerPriceCents: amountField("The offer's price").nullish(),
  offerText: maxLengthText("The offer's text", MAX_OFFER_TEXT).overwrite(withoutDirectionControls).nullish(),
  stock: z
    .number({ error: productMessages.stock })
    .min(0)
    .max(limits.stock.max, {
      error: fieldMessages.tooHigh({ noun: "Stock", max: limits.stock.max }),
    })
    .refine(Number.isInteger)
    .nullish(),
  shippingCents: amountField("Shipping").optional(),
  shippingAbroadCents: amountField("Shipping abroad").nullish(),
  /** The `path` returned by an upload: replaces the first file. Null removes all files. */
  digitalFilePath: machineText(limits.url.max, productFileMessages.file).nullish(),
  /** All files in order, in place of `digitalFilePath`. */
  files: ProductFilesField.optional(),
  /** The note on the version that replaced files make. */
  versionNote: VersionNoteField.nullish(),
  /** The URL of the product's image, or empty. */
  mediaUrl: typedUrl({ noun: "Image" }).nullish(),
  mediaAlt: AltField.nullish(),
  mediaFocus: FocusField.nullish(),
  moreImages: MoreImagesField.optional(),
  ...buyerMessageFields,
  active: booleanField("Active").optional(),
});

/** A complete product as entered. Fields that its type does not use are cleared. */
export const ProductInput = ProductFields.transform((product, context) => {
  const type = product.type ?? PRODUCT_DEFAULTS.type;
  const priceCents = product.priceCents ?? PRODUCT_DEFAULTS.priceCents;
  const isTip = type === "tip";
  const bundleItems = type === "bundle" ? (product.bundleItems ?? []) : [];
  if (type === "bundle" && bundleItems.length === 0)
    context.addIssue({ code: "custom", path: ["bundleItems"], message: BUNDLE_ITEMS });
  const minPriceCents = isTip ? null : (product.minPriceCents ?? null);
  if (minPriceCents !== null && minPriceCents > priceCents) {
    const message = productMessages.minPriceAbovePrice;
    context.addIssue({ code: "custom", path: ["minPriceCents"], message });
  }
  return {
    name: product.name,
    slug: product.slug ?? "",
    description: product.description || null,
    priceCents,
    currency: product.currency ?? DEFAULT_CURRENCY,
    minPriceCents,
    type,
    bundleItems,
    ...toOffer(isTip ? {} : product, context),
    stock: isTip || type === "bundle" ? null : (product.stock ?? null),
    shippingCents: type === "physical" ? (product.shippingCents ?? 0) : 0,
    shippingAbroadCents: type === "physical" ? (product.shippingAbroadCents ?? null) : null,
    digitalFilePath: type === "digital" ? product.digitalFilePath || null : null,
    files: type === "digital" ? product.files : [],
    versionNote: product.versionNote || null,
    mediaUrl: product.mediaUrl ? new URL(product.mediaUrl).href : null,
    mediaAlt: (product.mediaUrl && product.mediaAlt) || null,
    mediaFocus: (product.mediaUrl && product.mediaFocus) || CENTER,
    moreImages: product.moreImages ?? [],
    ...toBuyerMessage(product, context),
    active: product.active ?? PRODUCT_DEFAULTS.active,
  };
});
export type ProductInput = z.output<typeof ProductInput>;

export const ProductPatch = ProductFields.partial();
export type ProductPatch = z.output<typeof ProductPatch>;

export const PRODUCT_BODY_LIMIT = 234 * 1024;
const ProductResponse = z.object({ product: Product });
const SAVE_ERRORS = { 409: ["products.slug_taken"], 429: ["blocks.unverified_links"] } as const;

export const productRoutes = {
  list: route("GET", "/api/products", "creator", {
    scopes: ["products:read"],
    summary: "Products of the creator, newest first",
    responses: { 200: z.object({ products: z.array(Product) }) },
  }),
  create: route("POST", "/api/products", "creator", {
    scopes: ["products:write"],
    summary: "Add a product",
    bodyLimit: PRODUCT_BODY_LIMIT,
    body: ProductInput,
    errors: { 403: ["products.limit_reached"], ...SAVE_ERRORS },
    responses: { 201: ProductResponse },
  }),
  update: route("PATCH", "/api/products/:id", "creator", {
    scopes: ["products:write"],
    summary: "Change a product",
    bodyLimit: PRODUCT_BODY_LIMIT,
    params: IdParams,
    body: ProductPatch,
    errors: { 409: ["products.slug_taken", "changed"], 429: ["blocks.unverified_links"] },
    responses: { 200: ProductResponse },
  }),
  remove: route("DELETE", "/api/products/:id", "creator", {
    scopes: ["products:write"],
    summary: "Delete a product and the tiles that sell it. Orders are kept",
    params: IdParams,
    responses: { 204: null },
  }),
  deleted: route("GET", "/api/products/deleted", "creator", {
    scopes: ["products:read"],
    summary: "Products deleted in the last 30 days, newest first",
    responses: { 200: DeletedItems },
  }),
  restore: route("POST", "/api/products/:id/restore", "creator", {
    scopes: ["products:write"],
    summary: "Restore a deleted product",
    params: IdParams,
    responses: { 200: ProductResponse },
    errors: { 403: ["products.limit_reached"] },
  }),
};
