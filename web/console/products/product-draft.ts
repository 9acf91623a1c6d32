import { z } from "zod";
import { CENTER } from "../../../contract/api/images.ts";
import { type Product, ProductInput, ProductType } from "../../../contract/api/products.ts";
import { isCurrency } from "../../../contract/rules/currencies.ts";
import { DEFAULT_CURRENCY, PRODUCT_DEFAULTS } from "../../../contract/rules/limits.ts";
import {
  amountFromText,
  centsFromText,
  parsePrice,
  priceProblem,
  textFromCents,
  wholeFromText,
} from "../../../contract/rules/price-text.ts";
import { t } from "../../../contract/texts.ts";

const textOrEmpty = (cents: number | null | undefined) => (cents == null ? "" : textFromCents(cents));

const MINIMUM_MISSING = t("Enter a minimum. 0 lets buyers take it for free.");

const FocusValue = z.object({ x: z.number(), y: z.number() });

/** The product form: amounts are typed as text, everything else follows the request's schema. */
export const ProductForm = z
  .object({
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    priceCents: z.string(),
    currency: z.string(),
    letsBuyersPayMore: z.boolean(),
    minPriceCents: z.string(),
    type: ProductType,
    /** The ids of a bundle's products. */
    bundleItems: z.array(z.string()).transform((ids) => ids.map(Number)),
    /** The id of the product that the checkout offers. Empty without an offer. */
    offerProductId: z.string().transform((id) => (id === "" ? null : Number(id))),
    offerPriceCents: z.string(),
    offerText: z.string(),
    stock: z.string().transform((text) => wholeFromText(text, null)),
    shippingCents: z.string(),
    shippingAbroadCents: z.string(),
    files: z.array(
      z.object({ id: z.number().nullable(), path: z.string(), name: z.string(), size: z.number() }),
    ),
    versionNote: z.string(),
    mediaUrl: z.string(),
    mediaAlt: z.string(),
    mediaFocus: FocusValue,
    moreImages: z.array(z.object({ url: z.string(), alt: z.string(), focus: FocusValue })),
    buyerMessage: z.string(),
    buyerLinkLabel: z.string(),
    buyerLinkUrl: z.string(),
    active: z.boolean(),
  })
  .transform(({ letsBuyersPayMore, ...draft }, context): z.input<typeof ProductInput> => {
    const { type } = draft;
    const hasMinimum = letsBuyersPayMore && type !== "tip";
    // Hidden fields must not cause errors.
    const amounts = {
      priceCents: draft.priceCents,
      minPriceCents: hasMinimum ? draft.minPriceCents : "",
      shippingCents: type === "physical" ? draft.shippingCents : "",
      shippingAbroadCents: type === "physical" ? draft.shippingAbroadCents : "",
      offerPriceCents: type !== "tip" && draft.offerProductId !== null ? draft.offerPriceCents : "",
    };
    const currency = isCurrency(draft.currency) ? draft.currency : DEFAULT_CURRENCY;
    for (const [field, text] of Object.entries(amounts)) {
      const message = priceProblem(text, currency);
      if (message) context.addIssue({ code: "custom", path: [field], message });
    }
    if (hasMinimum && parsePrice(amounts.minPriceCents).kind === "empty")
      context.addIssue({ code: "custom", path: ["minPriceCents"], message: MINIMUM_MISSING });
    return {
      ...draft,
      priceCents: centsFromText(amounts.priceCents),
      minPriceCents: amountFromText(amounts.minPriceCents, null),
      shippingCents: amountFromText(amounts.shippingCents, 0),
      shippingAbroadCents: amountFromText(amounts.shippingAbroadCents, null),
      offerPriceCents: amountFromText(amounts.offerPriceCents, null),
      ...(type === "tip" && { stock: null }),
    };
  })
  .pipe(ProductInput);
export type ProductFormValues = z.input<typeof ProductForm>;

/** The field names, as a conflict lists them. */
export const PRODUCT_FIELDS: Readonly<Record<keyof ProductFormValues, string>> = {
  name: t("Name"),
  slug: t("Link"),
  description: t("Description"),
  priceCents: t("Price"),
  currency: t("Currency"),
  letsBuyersPayMore: t("Let buyers pay more"),
  minPriceCents: t("Minimum"),
  type: t("Type"),
  bundleItems: t("Products in it"),
  offerProductId: t("Second offer"),
  offerPriceCents: t("Price of the second offer"),
  offerText: t("Sentence about the second offer"),
  stock: t("Stock"),
  shippingCents: t("Shipping"),
  shippingAbroadCents: t("Shipping abroad"),
  files: t("Files"),
  versionNote: t("Note on the new version"),
  mediaUrl: t("Image"),
  mediaAlt: t("Image description"),
  mediaFocus: t("Focal point"),
  moreImages: t("More images"),
  buyerMessage: t("Message to buyers"),
  buyerLinkLabel: t("Link label"),
  buyerLinkUrl: t("Link URL"),
  active: t("Active"),
};
/** Fields that only make sense together. */
export const TOGETHER = [
  ["type", "bundleItems", "files", "versionNote", "stock", "shippingCents", "shippingAbroadCents"],
  ["priceCents", "currency", "letsBuyersPayMore", "minPriceCents"],
  ["offerProductId", "offerPriceCents", "offerText"],
  ["mediaUrl", "mediaAlt", "mediaFocus"],
  ["buyerLinkLabel", "buyerLinkUrl"],
] as const;

export const PRODUCT_TYPES: readonly { value: ProductType; label: string; help: string }[] = [
  { value: "digital", label: t("Digital"), help: t("Files that buyers download.") },
  { value: "physical", label: t("Physical"), help: t("Something you ship.") },
  { value: "service", label: t("Service"), help: t("A call, a lesson, a place, a commission.") },
  { value: "tip", label: t("Tip"), help: t("A tip, nothing to deliver.") },
  { value: "bundle", label: t("Bundle"), help: t("Several of your products at one price.") },
];

export function toFormValues(product: Product | null): ProductFormValues {
  return {
    name: product?.name ?? "",
    slug: product?.slug ?? "",
    description: product?.description ?? "",
    priceCents: textFromCents(product?.price_cents ?? PRODUCT_DEFAULTS.priceCents),
    currency: product?.currency ?? DEFAULT_CURRENCY,
    letsBuyersPayMore: product?.min_price_cents != null,
    minPriceCents: textOrEmpty(product?.min_price_cents),
    type: product?.type ?? PRODUCT_DEFAULTS.type,
    bundleItems: (product?.bundle_items ?? []).map(String),
    offerProductId: product?.offer_product_id == null ? "" : String(product.offer_product_id),
    offerPriceCents: textOrEmpty(product?.offer_price_cents),
    offerText: product?.offer_text ?? "",
    stock: product?.stock == null ? "" : String(product.stock),
    shippingCents: textOrEmpty(product?.shipping_cents),
    shippingAbroadCents: textOrEmpty(product?.shipping_abroad_cents),
    files: product?.files ?? [],
    versionNote: "",
    mediaUrl: product?.media_url ?? "",
    mediaAlt: product?.media_alt ?? "",
    mediaFocus: product?.media_focus ?? CENTER,
    moreImages: product?.more_images ?? [],
    buyerMessage: product?.buyer_message ?? "",
    buyerLinkLabel: product?.buyer_link_label ?? "",
    buyerLinkUrl: product?.buyer_link_url ?? "",
    active: product?.active ?? PRODUCT_DEFAULTS.active,
  };
}

/** Returns the product for the preview of its page, or null if it cannot be saved. */
export function toDraft(values: ProductFormValues): ProductInput | null {
  return ProductForm.safeParse({ ...values, name: values.name.trim() || t("Product") }).data ?? null;
}

type Delivered = { type: ProductType; file: string | null | undefined; message: string | null };

/** Returns whether buyers of a digital product get neither a file nor a message. */
export const deliversNothing = ({ type, file, message }: Delivered): boolean =>
  type === "digital" && !file && !message;

/** Returns whether these values make a digital product without a file or a message. */
export const needsDelivery = ({ type, files, buyerMessage, buyerLinkUrl }: ProductFormValues): boolean =>
  deliversNothing({ type, file: files[0]?.path, message: buyerMessage.trim() || buyerLinkUrl.trim() });

/** Returns the text that makes a product with a price free, or null. */
export function freeBy({ priceCents, letsBuyersPayMore, minPriceCents, type }: ProductFormValues) {
  const price = parsePrice(priceCents);
  if (price.kind === "invalid") return { field: "priceCents", text: priceCents.trim() } as const;
  const minimum = parsePrice(minPriceCents);
  const isFree = minimum.kind === "amount" && minimum.cents === 0;
  if (!letsBuyersPayMore || type === "tip" || !isFree || price.kind !== "amount" || price.cents === 0)
    return null;
  return { field: "minPriceCents", text: minPriceCents.trim() } as const;
}

export function isSame(one: ProductFormValues, other: ProductFormValues): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
}
