import { z } from "zod";
import { fieldMessages, objectBody } from "../rules/fields.ts";
import { timeField } from "../rules/local-time.ts";
import { AppearancePatch, ColorCorrection, Scheme } from "./appearance.ts";
import { PRODUCT_BODY_LIMIT, ProductInput } from "./products.ts";
import { route } from "./route.ts";
import { TileInput } from "./tiles.ts";

/** For an appearance and a tile whose characters may all be escaped. */
const BODY_LIMIT = 120 * 1024;

/** A tile with unsaved changes; without an `id`, a new one. */
const DraftTile = objectBody({
  id: z.number({ error: fieldMessages.id }).int().positive().nullable(),
  content: TileInput,
});
export type DraftTile = z.output<typeof DraftTile>;

/** More than a fast typist's pauses. */
const LIMIT = { points: 480, seconds: 60, localPoints: 480 };

export const pagePreviewRoutes = {
  /** For the console's frame, which contains the document itself: it has no URL. */
  render: route("POST", "/api/appearance/preview", "creator", {
    summary: "Render the creator's page with what is not saved, as HTML",
    bodyLimit: BODY_LIMIT,
    body: objectBody({
      /** By default the saved one. */
      appearance: AppearancePatch.optional(),
      tile: DraftTile.nullish(),
      /** The time of the page; by default now. */
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
  /** For the same frame. A tip is shown as if it had a page. */
  renderProduct: route("POST", "/api/products/preview", "creator", {
    summary: "Render the page of a product with what is not saved, as HTML",
    bodyLimit: PRODUCT_BODY_LIMIT,
    body: objectBody({
      /** Null for a new product. */
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
