import { z } from "zod";
import { fieldMessages, IsoTime, objectBody, positiveNumber, requiredText } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { timeField } from "../rules/local-time.ts";
import { CAMPAIGN_NAME, normalizeSource } from "../rules/sources.ts";
import { codeText, identifierText } from "../rules/text-fields.ts";
import { versionBy } from "../rules/versions.ts";
import { defineMessages } from "../texts.ts";
import { IdParams, route } from "./route.ts";

/** A named link to the creator's page or a product, with its own visits and sales. */
export const CampaignLink = z.object({
  id: z.number(),
  title: z.string(),
  /** The last part of the URL. */
  name: z.string(),
  /** The short URL, absolute. */
  url: z.string(),
  /** The traffic source of its visits. */
  source: z.string(),
  /** Null for a link to the page. */
  product_id: z.number().nullable(),
  /** The end of the link. After it, the link leads to the page and counts nothing. */
  ends_at: IsoTime.nullable(),
  ended: z.boolean(),
  created_at: IsoTime,
});
export type CampaignLink = z.infer<typeof CampaignLink>;

/** Computes the version of the fields in a campaign link's form. */
export const campaignLinkVersion = versionBy(
  CampaignLink.pick({ title: true, source: true, product_id: true, ends_at: true }),
);

const messages = defineMessages("campaign_links", {
  name: "Name must be 1 to {max} letters, digits or hyphens.",
  source: "Source must have letters or digits.",
  product: "Choose one of your products, or your page.",
});

const CampaignName = codeText(messages.name(limits.campaignName), limits.campaignName.max)
  .toLowerCase()
  .regex(CAMPAIGN_NAME);
/** A source, stored in the form of traffic sources: `Instagram story` becomes `instagram-story`. */
const Source = identifierText(
  fieldMessages.notText({ noun: "Source" }),
  limits.source.max,
  fieldMessages.tooLong({ noun: "Source", max: limits.source.max }),
)
  .regex(/[a-z0-9]/i, { error: messages.source })
  .transform(normalizeSource);

export const CampaignLinkInput = objectBody({
  title: requiredText("Title", limits.campaignTitle.max),
  name: CampaignName,
  source: Source,
  productId: positiveNumber(messages.product).nullish(),
  endsAt: timeField("End").nullish(),
});
export type CampaignLinkInput = z.output<typeof CampaignLinkInput>;

/** The name never changes, because it may be printed. */
export const CampaignLinkPatch = CampaignLinkInput.omit({ name: true }).partial();
export type CampaignLinkPatch = z.output<typeof CampaignLinkPatch>;

/** Widths of a printed code in millimetres. */
export const QR_MILLIMETRES = ["25", "50", "100"] as const;

const LinkResponse = z.object({ link: CampaignLink });

export const campaignLinkRoutes = {
  list: route("GET", "/api/campaign-links", "creator", {
    scopes: ["page:read"],
    summary: "Campaign links of the creator, newest first",
    responses: { 200: z.object({ links: z.array(CampaignLink) }) },
  }),
  create: route("POST", "/api/campaign-links", "creator", {
    scopes: ["page:write"],
    summary: "Add a campaign link",
    body: CampaignLinkInput,
    responses: { 201: LinkResponse },
    example: { title: "Poster in the window", name: "poster", source: "poster" },
    errors: {
      403: ["campaign_links.plan_required", "campaign_links.limit_reached"],
      409: ["campaign_links.name_taken"],
    },
  }),
  update: route("PATCH", "/api/campaign-links/:id", "creator", {
    scopes: ["page:write"],
    summary: "Change a campaign link. Its name and URL never change",
    params: IdParams,
    body: CampaignLinkPatch,
    responses: { 200: LinkResponse },
    errors: { 409: ["changed"] },
  }),
  remove: route("DELETE", "/api/campaign-links/:id", "creator", {
    scopes: ["page:write"],
    summary:
      "Delete a campaign link. Its URL then leads to the page, and its visits and sales lose their campaign",
    params: IdParams,
    responses: { 204: null },
  }),
  qr: route("GET", "/api/campaign-links/:id/qr", "creator", {
    scopes: ["page:read"],
    summary:
      "QR code of a campaign link in the creator's colour, at a width in millimetres with 300 dots per inch",
    params: IdParams,
    query: z.object({
      format: z.enum(["svg", "png"]).default("svg").catch("svg"),
      mm: z.enum(QR_MILLIMETRES).default("50").catch("50"),
    }),
    responses: { 200: null },
    mediaType: "image/png",
    limit: { points: 60, seconds: 60 },
  }),
};
