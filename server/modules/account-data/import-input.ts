import { z } from "zod";
import { AnnouncementInput } from "../../../contract/api/announcements.ts";
import { AppearancePatch } from "../../../contract/api/appearance.ts";
import { ProfileInput } from "../../../contract/api/creators.ts";
import { ImportedSeries } from "../../../contract/api/discount-series.ts";
import { DiscountInput } from "../../../contract/api/discounts.ts";
import { LetterInput } from "../../../contract/api/letters.ts";
import { SellerInput } from "../../../contract/api/sellers.ts";
import { TileInput } from "../../../contract/api/tiles.ts";
import { MAX_GOAL_PRODUCTS } from "../../../contract/rules/goals.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { hasInvalidText, parseInput } from "../../platform/http/validation.ts";
import type { ImportedLetter } from "../audience/index.ts";
import { errors } from "./errors.ts";
import { eventFields } from "./event-fields.ts";

/** An unparsed row of an archive. */
export type Row = Record<string, unknown>;

/** Finds imported items by the archive's references. */
export type Targets = {
  /** Returns the new URL of a picture in the archive, null for a picture that it lacks, or the same URL for another site's. */
  image(url: unknown): string | null;
  file(id: unknown): string | null;
  product(id: unknown): number | undefined;
};

/** Requires a value for each field of a schema except `LeftOut`, so that a new field is not forgotten here. */
type EachField<S extends z.ZodType, LeftOut> = {
  [Name in Exclude<keyof Required<z.input<S>>, LeftOut>]: unknown;
};

/** Parses a row with the dashboard's schema, so that an archive cannot contain anything that its owner could not enter. Throws 400. */
export function parse<S extends z.ZodType, LeftOut extends keyof z.input<S> = never>(
  schema: S,
  value: EachField<S, LeftOut>,
): z.output<S> {
  if (hasInvalidText(value)) throw errors.invalidRow();
  return parseInput(schema, value);
}

/** Returns a value as a row, or an empty row for another type. */
export const rowOf = (value: unknown): Row =>
  typeof value === "object" && value !== null ? (value as Row) : {};
/** Returns a value as a list, or an empty list for another type. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the id of a row in its archive. Throws 400. */
export function idOf({ id }: Row): number {
  if (typeof id === "number" && Number.isSafeInteger(id)) return id;
  throw errors.invalidRow();
}

export function toTile(row: Row, targets: Targets): TileInput {
  const productId = row.product_id === null ? null : targets.product(row.product_id);
  if (productId === undefined) throw errors.productLeftOut();
  return parse<typeof TileInput, "tipCents" | "tipCurrency" | "titleShown">(TileInput, {
    type: row.type,
    title: row.title_shown === false ? "" : row.title,
    description: row.description,
    imageUrl: targets.image(row.image_url),
    imageAlt: row.image_alt,
    imageFocus: row.image_focus,
    images: imagesOf(row.images, targets),
    url: row.url,
    productId,
    active: row.active,
    buttonLabel: row.button_label,
    consentText: row.consent_text,
    goal: goalOf(row, targets),
    contact: row.contact,
    ...eventFields(rowOf(row.event)),
    hidden: row.hidden,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    size: row.size,
  });
}

/** Returns the pictures of a list that were imported, or are on another site. Older archives lack the list. */
export const imagesOf = (images: unknown, targets: Targets) =>
  listOf(images).flatMap((image) => {
    const url = targets.image(rowOf(image).url);
    return url === null ? [] : [{ ...rowOf(image), url }];
  });

/** Returns a goal with its imported products, or null. Throws 400 if none of them was imported. */
function goalOf({ goal }: Row, targets: Targets) {
  if (goal === null || goal === undefined) return null;
  const { product_ids: products, ...fields } = rowOf(goal);
  const ids = listOf(products).slice(0, MAX_GOAL_PRODUCTS);
  const productIds = ids.flatMap((id) => targets.product(id) ?? []);
  if (productIds.length < Math.min(ids.length, 1)) throw errors.productLeftOut();
  return { ...fields, productIds };
}

const Uses = z.number().int().min(0).max(limits.discountUses.max).catch(0);

/** Returns the imported products of a code, or null if it applies to all. Throws 400 if none of them was imported. */
function productsOf(row: Row, targets: Targets): number[] | null {
  if (row.product_ids === null) return null;
  const chosen = listOf(row.product_ids).slice(0, limits.discountProducts.max);
  const productIds = chosen.flatMap((id) => targets.product(id) ?? []);
  if (productIds.length === 0) throw errors.productLeftOut();
  return productIds;
}

export function toDiscount(row: Row, targets: Targets): { input: DiscountInput; taken: number } {
  const input = parse(DiscountInput, {
    code: row.code,
    percentOff: row.percent_off,
    amountOffCents: row.amount_off_cents,
    currency: row.currency,
    productIds: productsOf(row, targets),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    maxUses: row.max_uses,
    oncePerBuyer: row.once_per_buyer,
    active: row.active,
  });
  return { input, taken: Uses.parse(row.uses) };
}

export const toDiscountSeries = (row: Row, targets: Targets): ImportedSeries =>
  parse(ImportedSeries, {
    name: row.name,
    percentOff: row.percent_off,
    productIds: productsOf(row, targets),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    active: row.active,
    codes: row.codes,
  });

/** The user chooses the handle separately. */
const Profile = ProfileInput.omit({ handle: true });

export function toProfile(row: Row, targets: Targets): z.output<typeof Profile> {
  return parse<typeof Profile, "plan" | "paymentProvider" | "paymentAccountId">(Profile, {
    displayName: row.display_name,
    bio: row.bio,
    avatarUrl: targets.image(row.avatar_url),
    socials: row.socials,
    timeZone: row.time_zone,
    language: row.language,
  });
}

export function toAppearance(row: Row, targets: Targets): AppearancePatch {
  const backgroundUrl = targets.image(row.background_url);
  return parse(AppearancePatch, {
    theme: row.theme,
    accent: row.accent,
    fonts: row.fonts,
    background: row.background === "image" && backgroundUrl === null ? null : row.background,
    backgroundUrl,
    tileShape: row.tile_shape,
    layout: row.layout,
    alignment: row.alignment,
    scheme: row.scheme ?? null,
    coverUrl: targets.image(row.cover_url),
  });
}

export const toAnnouncement = (row: Row): AnnouncementInput =>
  parse(AnnouncementInput, { text: row.text, url: row.url, endsAt: row.ends_at });

export const toSeller = (row: Row): SellerInput =>
  parse(SellerInput, {
    legalName: row.legal_name,
    address: row.address,
    country: row.country,
    email: row.email,
    phone: row.phone,
    vatId: row.vat_id,
    register: row.register,
    isTrader: row.is_trader,
    taxNote: row.tax_note,
    termsUrl: row.terms_url,
    deliveryTime: row.delivery_time,
    paysReturn: row.pays_return,
    withdrawalNote: row.withdrawal_note,
  });

/** Reads a draft. Scheduled emails become drafts, too. */
export const toLetter = (row: Row, targets: Targets): ImportedLetter => ({
  input: parse<typeof LetterInput, "sendAt">(LetterInput, {
    subject: row.subject,
    body: row.body,
    ctaLabel: row.cta_label,
    ctaUrl: row.cta_url,
    imageUrl: targets.image(row.image_url) ?? undefined,
    imageAlt: row.image_alt,
  }),
  wasScheduled: typeof row.send_at === "string",
});
