import { z } from "zod";
import { fieldMessages, objectBody } from "../rules/fields.ts";
import { timeField } from "../rules/local-time.ts";
import { AppearancePatch, ColorCorrection, Scheme } from "./appearance.ts";
import { PRODUCT_BODY_LIMIT, ProductInput } from "./products.ts";
import { route } from "./route.ts";
import { TileInput } from "./tiles.ts";

/** Large enough for an appearance and a tile in which every character is escaped. */
const BODY_LIMIT = 360 * 1024;

/** A tile with unsaved changes; without an `id`, a new one. */
const DraftTile = objectBody({
  id: z.number({ error: fieldMessages.id }).int().positive().nullable(),
  content: TileInput,
});
export type DraftTile = z.output<typeof DraftTile>;

const Rendered = z.object({
  html: z.string(),
  /** The page's own scheme, which the requested one does not change, or null if the page follows the visitor's device. */
  scheme: Scheme.nullable(),
});

/** A limit above the number of pauses of a fast typist. */
const LIMIT = { points: 480, seconds: 60, localPoints: 480 };

export const pagePreviewRoutes = {
  /** Returns the document for the console's frame, which has no URL of its own. */
  render: route("POST", "/api/appearance/preview", "creator", {
    scopes: ["page:read"],
    summary: "Render the creator's page with unsaved changes, as HTML",
    bodyLimit: BODY_LIMIT,
    body: objectBody({
      /** The appearance of the page. By default the saved one. */
      appearance: AppearancePatch.optional(),
      tile: DraftTile.nullish(),
      /** The time at which the page is shown. By default now. */
      at: timeField("The time").nullish(),
      scheme: Scheme,
    }),
    responses: {
      200: Rendered.extend({ corrections: z.array(ColorCorrection) }),
    },
    example: { appearance: { theme: "broadsheet" }, scheme: "dark" },
    limit: LIMIT,
    errors: { 400: ["invalid_input", "appearance.background_image_missing", "tiles.product_not_own"] },
  }),
  /** Returns the document for the same frame. A tip is shown as if it had a page. */
  renderProduct: route("POST", "/api/products/preview", "creator", {
    scopes: ["products:read"],
    summary: "Render the page of a product with unsaved changes, as HTML",
    bodyLimit: PRODUCT_BODY_LIMIT,
    body: objectBody({
      /** Null for a new product. */
      id: z.number({ error: fieldMessages.id }).int().positive().nullable(),
      content: ProductInput,
      scheme: Scheme,
    }),
    responses: { 200: Rendered },
    example: { id: null, content: { name: "Bowl", priceCents: 2500, type: "physical" }, scheme: "dark" },
    limit: LIMIT,
    errors: { 400: ["invalid_input", "products.file_not_usable"] },
  }),
};
