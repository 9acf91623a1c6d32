import { z } from "zod";
import { limits } from "../rules/limits.ts";
import { ProviderName } from "../rules/order-states.ts";
import { machineText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { PublicCreator } from "./creators.ts";
import { PUBLIC_READ_LIMIT, route } from "./route.ts";
import { Tile } from "./tiles.ts";

/** Who may register: everyone, invited users, or no one. */
export const Signup = z.enum(["open", "invite", "closed"], { error: "must be open, invite or closed" });
export type Signup = z.infer<typeof Signup>;

export const PublicConfig = z.object({
  stripeProductId: z.string(),
  stripePublishableKey: z.string().nullable(),
  billingMode: z.enum(["sandbox", "stripe"]),
  /** True if the Creator plan is for sale. Otherwise administrators grant it. */
  planSold: z.boolean(),
  googleEnabled: z.boolean(),
  /** The name of the operator's own OpenID provider, or null without a provider. */
  oidcName: z.string().nullable(),
  /** True if users can have a password. Otherwise they can sign in only through a provider. */
  passwordLogin: z.boolean(),
  platformFeeBps: z.number(),
  /** True if products of creators without a provider are sold in the mock checkout. */
  mockCheckout: z.boolean(),
  /** The payment providers that creators can connect. */
  providers: z.array(ProviderName),
  signup: Signup,
  /** The size from which browsers send digital files straight to the bucket, or null if they send none. */
  directUploadBytes: z.number().nullable(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const qrMessages = defineMessages("qr", {
  data: "`data` must be a URL of this site.",
  tooLong: "This address is too long for a QR code.",
  size: "The size must be two numbers of pixels, such as 320x320.",
});

/** Returns whether the size is a valid width and height in pixels. */
function isQrSize(size: string): boolean {
  const { min, max } = limits.qrPixels;
  const sides = /^(\d{2,4})x(\d{2,4})$/.exec(size)?.slice(1).map(Number) ?? [];
  return sides.length === 2 && sides.every((side) => side >= min && side <= max);
}

export const storefrontRoutes = {
  config: route("GET", "/api/public/config", "public", {
    limit: PUBLIC_READ_LIMIT,
    summary: "Public configuration",
    responses: { 200: PublicConfig },
  }),
  creator: route("GET", "/api/public/creator/:handle", "public", {
    limit: PUBLIC_READ_LIMIT,
    summary: "Public page of a creator",
    params: z.object({ handle: machineText(limits.url.max) }),
    responses: { 200: z.object({ creator: PublicCreator, tiles: z.array(Tile) }) },
    errors: {
      404: ["storefront.creator_not_found"],
      410: ["storefront.suspended_by_rules"],
      451: ["storefront.suspended_by_law"],
    },
  }),
  qr: route("GET", "/api/public/qr", "public", {
    limit: { points: 300, seconds: 60, localPoints: 300 },
    summary: "QR code of a URL of this site, as SVG",
    query: z.object({
      data: machineText(limits.qrData.max, qrMessages.data, qrMessages.tooLong).min(1),
      size: machineText("2048x2048".length, qrMessages.size).refine(isQrSize).default("320x320"),
    }),
    responses: { 200: null },
    errors: { 400: ["invalid_input", "storefront.foreign_address"] },
  }),
};
