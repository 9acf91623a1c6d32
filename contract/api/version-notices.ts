import { z } from "zod";
import { IdParams, route } from "./route.ts";

/** A version of a product for its creator. */
export const ProductVersion = z.object({
  number: z.number(),
  note: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** When buyers were last told, or null. */
  announced_at: z.iso.datetime().nullable(),
  /** The people who were emailed about it. */
  told: z.number(),
  /** The people who would be emailed now. */
  holders: z.number(),
});
export type ProductVersion = z.infer<typeof ProductVersion>;

export const ProductVersions = z.object({
  /** Newest first, at most 100. */
  versions: z.array(ProductVersion),
  /** When buyers of the product can be told again, or null if they can be told now. */
  possible_at: z.iso.datetime().nullable(),
});
export type ProductVersions = z.infer<typeof ProductVersions>;

/** The routes with which a creator tells buyers of new versions. */
export const versionNoticeRoutes = {
  list: route("GET", "/api/products/:id/versions", "creator", {
    scopes: ["products:read"],
    summary: "Versions of a product, newest first, with the numbers of people told and to tell",
    params: IdParams,
    responses: { 200: ProductVersions },
  }),
  announce: route("POST", "/api/products/:id/versions/:number/announce", "creator", {
    summary: "Email each owner of a changed file once about a version. At most once a day per product",
    params: IdParams.extend({ number: IdParams.shape.id }),
    responses: { 202: ProductVersions },
    errors: {
      404: ["not_found"],
      409: [
        "checkout.creator_unverified",
        "products.nobody_to_tell",
        "products.told_today",
        "products.sending_stopped",
      ],
    },
    limit: { points: 30, seconds: 60 },
  }),
};
