import { z } from "zod";
import { boundedText, httpUrl, objectBody } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { route } from "./route.ts";

/** Each is one file in `web/themes/looks`; the first one is the look of the product itself. */
export const THEME_NAMES = [
  "plaster",
  "broadsheet",
  "poster",
  "crumb",
  "arcade",
  "sketchbook",
  "darkroom",
  "aurora",
  "afterhours",
  "placard",
  "sticker",
  "counter",
] as const;
export const FONT_PAIRINGS = [
  "gallery",
  "editorial",
  "marquee",
  "bakery",
  "code",
  "pencil",
  "salon",
  "calm",
  "club",
  "civic",
  "playful",
  "shop",
] as const;
export const BACKGROUNDS = ["plain", "gradient", "pattern", "image"] as const;
export const TILE_SHAPES = ["rounded", "square", "circle", "arch"] as const;
export const LAYOUTS = ["grid", "list"] as const;
export const ALIGNMENTS = ["center", "start"] as const;

export const ThemeName = z.enum(THEME_NAMES, { error: "Choose a theme." });
export type ThemeName = z.infer<typeof ThemeName>;
export const FontPairing = z.enum(FONT_PAIRINGS, { error: "Choose a font pairing." });
export type FontPairing = z.infer<typeof FontPairing>;
export const Background = z.enum(BACKGROUNDS, { error: "Choose a background." });
export type Background = z.infer<typeof Background>;
export const TileShape = z.enum(TILE_SHAPES, { error: "Choose a tile shape." });
export type TileShape = z.infer<typeof TileShape>;
export const Layout = z.enum(LAYOUTS, { error: "Choose a layout." });
export type Layout = z.infer<typeof Layout>;
export const Alignment = z.enum(ALIGNMENTS, { error: "Choose an alignment." });
export type Alignment = z.infer<typeof Alignment>;

/** How a creator's page looks. Null: as the theme has it. */
export const Appearance = z.object({
  theme: ThemeName,
  /** As `#rrggbb`. */
  accent: z.string().nullable(),
  fonts: FontPairing.nullable(),
  background: Background.nullable(),
  /** The image of the background `image`. */
  background_url: z.string().nullable(),
  tile_shape: TileShape.nullable(),
  layout: Layout.nullable(),
  alignment: Alignment.nullable(),
  /** The image above the header. */
  cover_url: z.string().nullable(),
});
export type Appearance = z.infer<typeof Appearance>;

/** How pages and emails that belong to a creator differ from the product's own. */
export const Branding = z.object({
  /** Absent when it is the product's own. */
  appearance: Appearance.optional(),
  /** Who is named in place of the product: on the Creator plan alone. */
  brand: z.object({ handle: z.string(), display_name: z.string() }).optional(),
});
export type Branding = z.infer<typeof Branding>;

export const DEFAULT_APPEARANCE: Appearance = {
  theme: "plaster",
  accent: null,
  fonts: null,
  background: null,
  background_url: null,
  tile_shape: null,
  layout: null,
  alignment: null,
  cover_url: null,
};

/** What every plan may choose; the Creator plan may choose everything. */
export const FREE_APPEARANCE = ["theme", "accent"] as const satisfies (keyof Appearance)[];

/** A colour that was changed, so that text and focus rings in it are readable. */
export const ColorCorrection = z.object({
  scheme: z.enum(["light", "dark"]),
  /** The chosen colour. */
  chosen: z.string(),
  /** The colour of text and focus rings instead. */
  shown: z.string(),
});
export type ColorCorrection = z.infer<typeof ColorCorrection>;

const COLOR = "Accent must be a colour such as #2b48d9.";
const COVER_URL = "Cover image must be a valid URL (include http:// or https://).";
const BACKGROUND_URL = "Background image must be a valid URL (include http:// or https://).";

const imageUrl = (message: string) =>
  z.union([z.literal("", { error: message }).transform(() => null), httpUrl(message)], { error: message });

/** Changes to the appearance. Missing fields do not change; null is the theme's own. */
export const AppearancePatch = objectBody({
  theme: ThemeName,
  accent: boundedText(COLOR, limits.color.max)
    .regex(/^#[0-9a-f]{6}$/i, { error: COLOR })
    .toLowerCase()
    .nullable(),
  fonts: FontPairing.nullable(),
  background: Background.nullable(),
  backgroundUrl: imageUrl(BACKGROUND_URL).nullable(),
  tileShape: TileShape.nullable(),
  layout: Layout.nullable(),
  alignment: Alignment.nullable(),
  coverUrl: imageUrl(COVER_URL).nullable(),
}).partial();
export type AppearancePatch = z.output<typeof AppearancePatch>;

const Saved = z.object({
  appearance: Appearance,
  /** What visitors see: on the Free plan without the choices of the Creator plan. */
  shown: Appearance,
  corrections: z.array(ColorCorrection),
});

/** For two URLs, each character of which may be escaped. */
const BODY_LIMIT = 44 * 1024;

export const appearanceRoutes = {
  show: route({
    method: "GET",
    path: "/api/appearance",
    access: "creator",
    summary: "Appearance of the creator's page",
    responses: { 200: Saved },
  }),
  save: route({
    method: "PATCH",
    path: "/api/appearance",
    access: "creator",
    summary: "Change the appearance; `corrections` names colours that were changed to stay readable",
    bodyLimit: BODY_LIMIT,
    body: AppearancePatch,
    responses: { 200: Saved },
    example: { theme: "broadsheet", accent: "#b3261e" },
    errors: {
      400: ["invalid_input", "appearance.background_image_missing"],
      403: ["appearance.plan_required"],
    },
  }),
  /** For the frame of the dashboard, which holds the document itself: it has no URL of its own. */
  preview: route({
    method: "POST",
    path: "/api/appearance/preview",
    access: "creator",
    summary: "Render the creator's page with an appearance that is not saved, as HTML",
    bodyLimit: BODY_LIMIT,
    body: objectBody({
      appearance: AppearancePatch,
      scheme: z.enum(["light", "dark"], { error: "Choose light or dark." }),
    }),
    responses: {
      200: z.object({ html: z.string(), corrections: z.array(ColorCorrection) }),
    },
    example: { appearance: { theme: "broadsheet" }, scheme: "dark" },
    limit: { points: 240, seconds: 60, localPoints: 240 },
    errors: { 400: ["invalid_input", "appearance.background_image_missing"] },
  }),
};
