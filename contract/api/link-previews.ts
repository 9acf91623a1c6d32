import { z } from "zod";
import { objectBody } from "../rules/fields.ts";
import { httpUrl } from "../rules/url-fields.ts";
import { route } from "./route.ts";
import { destinationMessages } from "./tile-messages.ts";

/** A page's metadata, to fill in the form of a tile. Unknown fields are null. */
export const LinkPreview = z.object({
  /** The requested URL, normalized; not the URL of a redirect. */
  url: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  /** A copy of the page's image, an upload of the creator. */
  image_url: z.string().nullable(),
});
export type LinkPreview = z.infer<typeof LinkPreview>;

/** Large enough for a URL in which every character is escaped. */
const BODY_LIMIT = 18 * 1024;

export const linkPreviewRoutes = {
  create: route("POST", "/api/link-previews", "creator", {
    scopes: ["page:write"],
    bodyLimit: BODY_LIMIT,
    summary: "Title, description and image of a page. Unreadable fields are null",
    body: objectBody({ url: httpUrl(destinationMessages) }),
    responses: { 200: z.object({ preview: LinkPreview }) },
    limit: { points: 120, seconds: 3600 },
    example: { url: "https://shop.example.org/" },
  }),
};
