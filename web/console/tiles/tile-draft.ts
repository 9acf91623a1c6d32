import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import type { Goal } from "../../../contract/api/goals.ts";
import { CENTER } from "../../../contract/api/images.ts";
import type { Product } from "../../../contract/api/products.ts";
import { type Tile, TileInput } from "../../../contract/api/tiles.ts";
import { DEFAULT_CURRENCY, limits } from "../../../contract/rules/limits.ts";
import { type TileType, tileTypeRules } from "../../../contract/rules/tile-types.ts";
import { isHttpUrl } from "../../../contract/rules/url-fields.ts";
import { t } from "../../../contract/texts.ts";
import { keepUnchangedTime, toLocalInput } from "../../lib/time-fields.ts";
import { NO_CONTACT, shownContact, shownGoal, toContactValues } from "./block-draft.ts";
import { TILE_TYPE_TEXTS } from "./tile-type-texts.ts";

/** The values of the tile form. The request's schema turns them into its body. */
export type TileFormValues = z.input<typeof TileInput>;
export type TileFormState = UseFormReturn<TileFormValues, unknown, TileInput>;

/** The field names, as a conflict lists them. */
export const TILE_FIELDS: Readonly<Record<keyof TileFormValues, string>> = {
  type: t("Type"),
  title: t("Title"),
  titleShown: t("Title"),
  description: t("Description"),
  imageUrl: t("Image"),
  imageAlt: t("Image description"),
  imageFocus: t("Focal point"),
  images: t("Pictures"),
  url: t("Destination URL"),
  productId: t("Product"),
  tipCents: t("Suggested amount"),
  tipCurrency: t("Currency"),
  eventStartsAt: t("Start of the event"),
  eventEndsAt: t("End of the event"),
  eventTimeZone: t("Time zone"),
  place: t("Place"),
  soldOut: t("Sold out"),
  active: t("Active"),
  buttonLabel: t("Button"),
  consentText: t("Consent"),
  goal: t("Goal"),
  contact: t("Contact"),
  hidden: t("Hidden"),
  startsAt: t("Start"),
  endsAt: t("End"),
  size: t("Size"),
};
/** Groups of fields that depend on each other. */
export const TOGETHER = [
  [
    "type",
    "url",
    "productId",
    "tipCents",
    "tipCurrency",
    "buttonLabel",
    "consentText",
    "goal",
    "contact",
    "images",
  ],
  ["eventStartsAt", "eventEndsAt", "eventTimeZone"],
  ["imageUrl", "imageAlt", "imageFocus"],
  ["startsAt", "endsAt"],
] as const;

const DEFAULT_TIP_CENTS = 500;

const NEW_GOAL = {
  from: "tips",
  currency: DEFAULT_CURRENCY,
  target: 0,
  productIds: [] as number[],
  current: 0,
  since: "",
} as const;

type TipTile = Tile & { product: NonNullable<Tile["product"]> };
const isTip = (tile: Tile | null): tile is TipTile => tile?.product?.type === "tip";

/** True if the form asks for the amount of a tip, because the tile has or gets its own tip. */
export function asksForTip(
  { type, productId }: Pick<TileFormValues, "type" | "productId">,
  tile: Tile | null,
) {
  return type === "tip" && (productId == null || (isTip(tile) && tile.product_id === productId));
}

/** Omits the tip's amount if the form does not ask for it, or if it is unchanged: it may have been changed under Products. */
export function withTip(input: TileInput, saved: Tile | null): TileInput {
  const { tipCents, tipCurrency, ...others } = input;
  if (input.productId === null) return input;
  const isOwn = isTip(saved) && saved.product_id === input.productId;
  const isChanged =
    isOwn && (saved.product.price_cents !== tipCents || saved.product.currency !== tipCurrency);
  return isChanged ? input : others;
}

/** Returns the form values of an event, with times in its own zone. */
function toEventValues(event: Tile["event"], creatorTimeZone: string) {
  const timeZone = event?.time_zone ?? creatorTimeZone;
  return {
    eventStartsAt: toLocalInput(event?.starts_at ?? null, timeZone),
    eventEndsAt: toLocalInput(event?.ends_at ?? null, timeZone),
    eventTimeZone: timeZone,
    place: event?.place ?? "",
    soldOut: event?.sold_out ?? false,
  };
}

/** Returns an event with the saved instants of unchanged times, which would be ambiguous when the clocks go back. */
export function keepUnchangedEvent(input: TileInput, before: Tile | null): TileInput {
  const saved = before?.event;
  if (!saved || input.eventTimeZone !== saved.time_zone) return input;
  return {
    ...input,
    eventStartsAt: keepUnchangedTime(input.eventStartsAt, saved.starts_at, saved.time_zone),
    eventEndsAt: keepUnchangedTime(input.eventEndsAt, saved.ends_at, saved.time_zone),
  };
}

/** Returns the form values of a tile, with times in the creator's zone. */
export function toFormValues(tile: Tile | null, timeZone: string): TileFormValues {
  return {
    type: tile?.type ?? "link",
    title: tile?.title_shown === false ? "" : (tile?.title ?? ""),
    description: tile?.description ?? "",
    imageUrl: tile?.image_url ?? "",
    imageAlt: tile?.image_alt ?? "",
    imageFocus: tile?.image_focus ?? CENTER,
    images: tile?.images ?? [],
    url: tile?.url ?? "",
    productId: tile?.product_id ?? null,
    tipCents: isTip(tile) ? tile.product.price_cents : DEFAULT_TIP_CENTS,
    tipCurrency: isTip(tile) ? tile.product.currency : DEFAULT_CURRENCY,
    ...toEventValues(tile?.event ?? null, timeZone),
    active: tile?.active ?? true,
    buttonLabel: tile?.button_label ?? "",
    consentText: tile?.consent_text ?? "",
    goal: tile?.goal ? toGoalValues(tile.goal) : null,
    contact: tile?.contact ? toContactValues(tile.contact) : null,
    hidden: tile?.hidden ?? false,
    startsAt: toLocalInput(tile?.starts_at ?? null, timeZone),
    endsAt: tile?.event ? "" : toLocalInput(tile?.ends_at ?? null, timeZone),
    size: tile?.size ?? "normal",
  };
}

const toGoalValues = ({ product_ids: productIds, currency, since, ...goal }: Goal) => ({
  ...goal,
  productIds,
  // The values of empty fields.
  currency: currency ?? "",
  since: since ?? "",
});

/** Returns the values after a change of type, without fields that the new type lacks. */
export function withType(values: TileFormValues, type: TileType): TileFormValues {
  const { needs } = tileTypeRules(type);
  return {
    ...values,
    type,
    url: needs === "url" || type === "event" ? values.url : "",
    productId: needs === "productId" || type === "event" ? values.productId : null,
    size: sizeWith(values, type),
    goal: needs === "goal" ? (values.goal ?? NEW_GOAL) : null,
    contact: needs === "contact" ? (values.contact ?? NO_CONTACT) : null,
    images: needs === "images" ? (values.images ?? []) : [],
  };
}

/** Returns the size after a change of type. A signup begins as a form on the page, because nobody presses a tile to read about it. */
function sizeWith({ type: former, size }: TileFormValues, type: TileType): TileFormValues["size"] {
  if (type === "signup" && size === "normal") return "full";
  const isFormNoMore = tileTypeRules(former).isForm && !tileTypeRules(type).isForm;
  return isFormNoMore && size === "full" ? "normal" : size;
}

type Named = Pick<Product, "name">;

/** Returns the product's name as the title, unless another title was typed. */
export function titleWith(product: Named, { title, previous }: { title: string; previous?: Named }): string {
  const isTyped = title.trim() !== "" && title !== previous?.name;
  return isTyped ? title : product.name.slice(0, limits.tileTitle.max);
}

/** Returns the preview of the values, with placeholders for a missing title or URL, or null if it cannot be shown. */
export function toDraft(values: TileFormValues): TileInput | null {
  const { type, title, url, goal, contact } = values;
  const isUrl = typeof url === "string" && isHttpUrl(url);
  const shown = {
    ...values,
    title: title.trim() || (tileTypeRules(type).needsTitle ? TILE_TYPE_TEXTS[type].label : ""),
    url: tileTypeRules(type).needs === "url" && !isUrl ? "https://example.org/" : url,
    goal: goal && shownGoal(goal),
    contact: contact && shownContact(contact),
    ...(type === "event" && !isUrl && { url: "" }),
  };
  return TileInput.safeParse(shown).data ?? null;
}
