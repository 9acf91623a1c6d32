import { z } from "zod";
import { withBlockName } from "../rules/block-names.ts";
import {
  booleanField,
  fieldMessages,
  IsoTime,
  maxLengthText,
  objectBody,
  requiredText,
  visibleText,
  withoutDirectionControls,
} from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { isInOrder, timeField } from "../rules/local-time.ts";
import { signupTileFields } from "../rules/signup-tile.ts";
import { urlText } from "../rules/text-fields.ts";
import { TileSize } from "../rules/tile-sizes.ts";
import { isBlock, TILE_TYPE_NAMES, tileTypeRules } from "../rules/tile-types.ts";
import { typedUrl, urlError, urlTooLong } from "../rules/url-fields.ts";
import { versionBy } from "../rules/versions.ts";
import type { Message } from "../texts.ts";
import { Contact, ContactInput } from "./contacts.ts";
import { DeletedItems } from "./deleted-items.ts";
import { eventOf, eventProblem, eventTileFields, TileEvent } from "./event-tile.ts";
import { FileFacts } from "./files.ts";
import { Goal, GoalInput } from "./goals.ts";
import { AltField, Focus, FocusField, GalleryField, Image } from "./image-fields.ts";
import { CENTER } from "./images.ts";
import { ProductType } from "./products.ts";
import { IdParams, route } from "./route.ts";
import { blockProblem } from "./tile-blocks.ts";
import { destinationMessages, TILE_INPUT_ERRORS, tileMessages } from "./tile-messages.ts";
import { tipOf, tipProblem, tipTileFields } from "./tip-tile.ts";

export const TileType = z.enum(TILE_TYPE_NAMES, { error: fieldMessages.type });
export type TileType = z.infer<typeof TileType>;

/** The visibility of a tile. Only a `live` tile is on the page. `hidden` takes precedence over the schedule. */
export const TileState = z.enum(["live", "scheduled", "ended", "hidden", "blocked"]);
export type TileState = z.infer<typeof TileState>;

export const Tile = z.object({
  id: z.number(),
  type: TileType,
  title: z.string(),
  /** False for a block without a title on the page. Its `title` is then the start of its text. */
  title_shown: z.boolean(),
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  /** A description of the tile's own image, or null for a decorative one. */
  image_alt: z.string().nullable(),
  image_focus: Focus,
  /** The pictures of a gallery. */
  images: z.array(Image),
  url: z.string().nullable(),
  product_id: z.number().nullable(),
  /** The button's label of a signup tile, or null for the default. */
  button_label: z.string().nullable(),
  consent_text: z.string().nullable(),
  /** The goal of a goal block, or null. */
  goal: Goal.nullable(),
  /** The details of a contact block, or null. */
  contact: Contact.nullable(),
  event: TileEvent.nullable(),
  /** An inactive tile is on the page, dimmed, and cannot be opened. */
  active: z.boolean(),
  /** A hidden tile is not on the page, whatever its schedule. */
  hidden: z.boolean(),
  /** The start of its display, or null if it is shown since its creation. */
  starts_at: IsoTime.nullable(),
  /** The end of its display, or null if it has no end. */
  ends_at: IsoTime.nullable(),
  state: TileState,
  size: TileSize,
  position: z.number(),
  product: z
    .object({
      price_cents: z.number(),
      currency: z.string(),
      media_url: z.string().nullable(),
      media_alt: z.string().nullable(),
      media_focus: Focus,
      name: z.string(),
      type: ProductType,
      /** The last part of the URL of the product's page, or null for a tip, which has no page. */
      slug: z.string().nullable(),
      /** The file for buyers, or null without a file. */
      file: FileFacts.nullable(),
      /** The minimum that a buyer may choose, or null for a fixed price. */
      min_price_cents: z.number().nullable(),
      sold_out: z.boolean(),
    })
    .nullable(),
});
export type Tile = z.infer<typeof Tile>;

/** Computes the version of a tile from the fields of its form, to detect a change made elsewhere. */
export const tileVersion = versionBy(Tile.omit({ id: true, state: true, position: true, product: true }));

const TileFields = objectBody({
  type: TileType,
  title: requiredText("Title", limits.tileTitle.max).overwrite(withoutDirectionControls),
  titleShown: booleanField("Title").optional(),
  description: maxLengthText("Description", limits.tileDescription.max).nullish(),
  imageUrl: typedUrl({ noun: "Image" }).nullish(),
  imageAlt: AltField.nullish(),
  imageFocus: FocusField.nullish(),
  images: GalleryField.optional(),
  url: urlText(tileMessages.url, limits.url.max, urlTooLong(destinationMessages.noun)).nullish(),
  productId: z.number({ error: tileMessages.product }).int().nullish(),
  active: booleanField("Active").optional(),
  ...signupTileFields,
  ...tipTileFields,
  goal: GoalInput.nullish(),
  contact: ContactInput.nullish(),
  ...eventTileFields,
  hidden: booleanField("Hidden").optional(),
  startsAt: timeField("The start").nullish(),
  endsAt: timeField("The end").nullish(),
  size: TileSize.optional(),
});

const CheckedTile = TileFields.check((context) => {
  const tile = context.value;
  const report = (field: string, message: Message) =>
    context.issues.push({ code: "custom", input: tile, path: [field], message });
  const { needs } = tileTypeRules(tile.type);
  const isLinked = needs === "url" || (tile.type === "event" && tile.url);
  const urlProblem = tile.url ? urlError(tile.url, destinationMessages) : tileMessages.urlRequired;
  if (isLinked && urlProblem) report("url", urlProblem);
  if (needs === "productId" && !tile.productId && !tipOf(tile)) report("productId", tileMessages.product);
  const block = blockProblem(tile);
  if (block) report(block.field, block.message);
  const event = eventProblem(tile);
  if (event) report(event.field, event.message);
  const problem = tipProblem(tile);
  if (problem) report("tipCents", problem);
  if (tile.startsAt && tile.endsAt && !isInOrder(tile.startsAt, tile.endsAt))
    report("endsAt", tileMessages.endsBeforeStart);
}).transform((tile) => {
  const { needs, needsTitle, hasImage } = tileTypeRules(tile.type);
  const isEvent = tile.type === "event";
  const imageUrl = tile.imageUrl && hasImage ? new URL(tile.imageUrl).href : null;
  return {
    type: tile.type,
    title: tile.title,
    titleShown: needsTitle || (tile.titleShown ?? true),
    description: tile.description || null,
    imageUrl,
    imageAlt: (imageUrl !== null && tile.imageAlt) || null,
    imageFocus: (imageUrl !== null && tile.imageFocus) || CENTER,
    images: (needs === "images" && tile.images) || [],
    url: (needs === "url" || isEvent) && tile.url ? new URL(tile.url).href : null,
    productId: needs === "productId" || isEvent ? (tile.productId ?? null) : null,
    ...tipOf(tile),
    ...eventOf(tile),
    // A block opens nothing, so it cannot be inactive.
    active: isBlock(tile) || (tile.active ?? true),
    buttonLabel: (tile.type === "signup" && tile.buttonLabel) || null,
    consentText: (tile.type === "signup" && tile.consentText) || null,
    goal: (needs === "goal" && tile.goal) || null,
    contact: (needs === "contact" && tile.contact) || null,
    hidden: tile.hidden ?? false,
    startsAt: tile.startsAt ?? null,
    // An event leaves the page when it is over.
    endsAt: isEvent ? null : (tile.endsAt ?? null),
    size: tile.size ?? "normal",
  };
});
/** A complete tile as entered. Messages have the order of the specification. Fields that its type does not use are cleared. */
export const TileInput = z.preprocess(withBlockName<z.input<typeof TileFields>>, CheckedTile);
export type TileInput = z.output<typeof TileInput>;

/** Any subset of a tile; the server validates the resulting tile. */
export const TilePatch = TileFields.partial().extend({
  /** May be empty, because some types need no title. */
  title: visibleText(
    fieldMessages.required({ noun: "Title" }),
    limits.tileTitle.max,
    fieldMessages.tooLong({ noun: "Title", max: limits.tileTitle.max }),
  )
    .overwrite(withoutDirectionControls)
    .optional(),
  /** 0 is the first tile of the page. */
  position: z.number({ error: tileMessages.position }).int().min(0).max(100_000).optional(),
});
export type TilePatch = z.output<typeof TilePatch>;

/** Room for a gallery of the longest URLs. */
const BODY_LIMIT = 320 * 1024;
const TileResponse = z.object({ tile: Tile });
export const tileRoutes = {
  list: route("GET", "/api/tiles", "creator", {
    scopes: ["page:read"],
    summary: "Tiles of the creator in page order",
    responses: { 200: z.object({ tiles: z.array(Tile) }) },
  }),
  create: route("POST", "/api/tiles", "creator", {
    scopes: ["page:write"],
    summary: "Add a tile at the end of the page",
    bodyLimit: BODY_LIMIT,
    body: TileInput,
    responses: { 201: TileResponse },
    example: { type: "link", title: "My shop", url: "https://shop.example.org/" },
    errors: {
      400: TILE_INPUT_ERRORS,
      403: ["tiles.limit_reached", "tiles.abuse_limit", "products.limit_reached"],
      429: ["blocks.unverified_links"],
    },
  }),
  update: route("PATCH", "/api/tiles/:id", "creator", {
    scopes: ["page:write"],
    summary: "Change a tile, or move it by `position`",
    params: IdParams,
    bodyLimit: BODY_LIMIT,
    body: TilePatch,
    responses: { 200: TileResponse },
    example: { title: "My new shop", active: true },
    errors: {
      400: TILE_INPUT_ERRORS,
      403: ["products.limit_reached"],
      409: ["changed"],
      429: ["blocks.unverified_links"],
    },
  }),
  remove: route("DELETE", "/api/tiles/:id", "creator", {
    scopes: ["page:write"],
    summary: "Delete a tile",
    params: IdParams,
    responses: { 204: null },
  }),
  deleted: route("GET", "/api/tiles/deleted", "creator", {
    scopes: ["page:read"],
    summary: "Tiles deleted in the last 30 days, newest first",
    responses: { 200: DeletedItems },
  }),
  restore: route("POST", "/api/tiles/:id/restore", "creator", {
    scopes: ["page:write"],
    summary: "Restore a deleted tile",
    params: IdParams,
    responses: { 200: TileResponse },
    errors: { 403: ["tiles.limit_reached", "tiles.abuse_limit"], 409: ["tiles.product_deleted"] },
  }),
};
