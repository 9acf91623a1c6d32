import { z } from "zod";
import { objectBody } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { identifierText } from "../rules/text-fields.ts";
import { optionalUrl } from "../rules/url-fields.ts";
import { defineMessages } from "../texts.ts";
import { route } from "./route.ts";

/** The names of the themes, each with a file in `web/themes/looks`. The first is the product's own look. */
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

const messages = defineMessages("appearance", {
  theme: "Choose a theme.",
  fonts: "Choose a font pairing.",
  background: "Choose a background.",
  tileShape: "Choose a tile shape.",
  layout: "Choose a layout.",
  alignment: "Choose an alignment.",
  accent: "Accent must be a colour such as #2b48d9.",
  scheme: "Choose light or dark.",
});

export const ThemeName = z.enum(THEME_NAMES, { error: messages.theme });
export type ThemeName = z.infer<typeof ThemeName>;
export const FontPairing = z.enum(FONT_PAIRINGS, { error: messages.fonts });
export type FontPairing = z.infer<typeof FontPairing>;
export const Background = z.enum(BACKGROUNDS, { error: messages.background });
export type Background = z.infer<typeof Background>;
export const TileShape = z.enum(TILE_SHAPES, { error: messages.tileShape });
export type TileShape = z.infer<typeof TileShape>;
export const Layout = z.enum(LAYOUTS, { error: messages.layout });
export type Layout = z.infer<typeof Layout>;
export const Alignment = z.enum(ALIGNMENTS, { error: messages.alignment });
export type Alignment = z.infer<typeof Alignment>;
export const Scheme = z.enum(["light", "dark"], { error: messages.scheme });
export type Scheme = z.infer<typeof Scheme>;

/** The look of a creator's page. Null: the theme's choice. */
export const Appearance = z.object({
  theme: ThemeName,
  /** As `#rrggbb`. */
  accent: z.string().nullable(),
  fonts: FontPairing.nullable(),
  background: Background.nullable(),
  /** The image for the background `image`. */
  background_url: z.string().nullable(),
  tile_shape: TileShape.nullable(),
  layout: Layout.nullable(),
  alignment: Alignment.nullable(),
  /** The scheme of the page whatever the visitor's device prefers. Null: as the device. */
  scheme: Scheme.nullable(),
  /** The image above the header. */
  cover_url: z.string().nullable(),
});
export type Appearance = z.infer<typeof Appearance>;

/** The look of pages and emails of a creator. */
export const Branding = z.object({
  /** Missing for the product's own look. */
  appearance: Appearance.optional(),
  /** The name shown in place of the product's, on the Creator plan only. */
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
  scheme: null,
  cover_url: null,
};

/** The settings that every plan can change. The Creator plan can change all settings. */
export const FREE_APPEARANCE = [
  "theme",
  "accent",
  "scheme",
  "layout",
] as const satisfies (keyof Appearance)[];

/** A colour that was changed to make text and focus rings readable. */
export const ColorCorrection = z.object({
  scheme: z.enum(["light", "dark"]),
  /** The chosen colour. */
  chosen: z.string(),
  /** The readable colour for text and focus rings. */
  shown: z.string(),
});
export type ColorCorrection = z.infer<typeof ColorCorrection>;

/** Changes to the appearance. Missing fields do not change; null is the theme's choice. */
export const AppearancePatch = objectBody({
  theme: ThemeName,
  accent: identifierText(messages.accent, limits.color.max)
    .regex(/^#[0-9a-f]{6}$/i)
    .toLowerCase()
    .nullable(),
  fonts: FontPairing.nullable(),
  background: Background.nullable(),
  backgroundUrl: optionalUrl({ noun: "Background image" }).nullable(),
  tileShape: TileShape.nullable(),
  layout: Layout.nullable(),
  alignment: Alignment.nullable(),
  scheme: Scheme.nullable(),
  coverUrl: optionalUrl({ noun: "Cover image" }).nullable(),
}).partial();
export type AppearancePatch = z.output<typeof AppearancePatch>;

const Saved = z.object({
  appearance: Appearance,
  /** The appearance that visitors see. On the Free plan it lacks the settings of the Creator plan. */
  shown: Appearance,
  corrections: z.array(ColorCorrection),
});

/** Large enough for two URLs in which every character is escaped. */
const BODY_LIMIT = 36 * 1024;

export const appearanceRoutes = {
  show: route("GET", "/api/appearance", "creator", {
    scopes: ["page:read"],
    summary: "Appearance of the creator's page",
    responses: { 200: Saved },
  }),
  save: route("PATCH", "/api/appearance", "creator", {
    scopes: ["page:write"],
    summary: "Change the appearance. `corrections` lists colours that were changed to stay readable",
    bodyLimit: BODY_LIMIT,
    body: AppearancePatch,
    responses: { 200: Saved },
    example: { theme: "broadsheet", accent: "#b3261e" },
    errors: {
      400: ["invalid_input", "appearance.background_image_missing"],
      403: ["appearance.plan_required"],
    },
  }),
};
