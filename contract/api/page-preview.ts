import { z } from "zod";
import { fieldMessages, objectBody } from "../rules/fields.ts";
import { timeField } from "../rules/local-time.ts";
import { AppearancePatch, ColorCorrection, Scheme } from "./appearance.ts";
import { PRODUCT_BODY_LIMIT, ProductInput } from "./products.ts";
import { route } from "./route.ts";
import { TileInput } from "./tiles.ts";

/** For an appearance and a tile, each character of which may be escaped. */
const BODY_LIMIT = 120 * 1024;

/** A tile with changes that are not saved; without an `id`, one that is not added yet. */
const DraftTile = objectBody({
  id: z.number({ error: fieldMessages.id }).int().positive().nullable(),
  content: TileInput,
});
export type DraftTile = z.output<typeof DraftTile>;

/** More than the pauses of somebody who types without a stop. */
const LIMIT = { points: 480, seconds: 60, localPoints: 480 };

export const pagePreviewRoutes = {
  /** For the frame of the console, which holds the document itself: it has no URL of its own. */
  render: route("POST", "/api/appearance/preview", "creator", {
    summary: "Render the creator's page with what is not saved, as HTML",
    bodyLimit: BODY_LIMIT,
    body: objectBody({
      /** Without it, as saved. */
      appearance: AppearancePatch.optional(),
      tile: DraftTile.nullish(),
      /** The time that the page is shown at; now without one. */
      at: timeField("The time").nullish(),
      scheme: Scheme,
    }),
    responses: {
      200: z.object({ html: z.string(), corrections: z.array(ColorCorrection) }),
    },
    example: { appearance: { theme: "broadsheet" }, scheme: "dark" },
    limit: LIMIT,
    errors: { 400: ["invalid_input", "appearance.background_image_missing", "tiles.product_not_own"] },
  }),
  /** For the same frame. A tip, which has no page of its own, is shown as if it had one. */
  renderProduct: route("POST", "/api/products/preview", "creator", {
    summary: "Render the page of a product with what is not saved, as HTML",
    bodyLimit: PRODUCT_BODY_LIMIT,
    body: objectBody({
      /** Null for a product that is not added yet. */
      id: z.number({ error: fieldMessages.id }).int().positive().nullable(),
      content: ProductInput,
      scheme: Scheme,
    }),
    responses: { 200: z.object({ html: z.string() }) },
    example: { id: null, content: { name: "Bowl", priceCents: 2500, type: "physical" }, scheme: "dark" },
    limit: LIMIT,
    errors: { 400: ["invalid_input", "products.file_not_usable"] },
  }),
};
