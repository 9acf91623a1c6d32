import { type Appearance, DEFAULT_APPEARANCE } from "../../contract/api/appearance.ts";
import { accentCorrections, accentOnWhite, type Scheme, type SchemeColors, schemeColors } from "./colors.ts";
import { fontFaces, fontUrls, fontVariables } from "./fonts.ts";
import { alignmentRules, backgroundRules, coverRules, layoutRules, shapeRules } from "./parts.ts";
import { PRODUCT_COLORS } from "./product-colors.ts";
import { THEMES } from "./themes.ts";

/** Variables for tiles without an image, in `web/ui/theme.css`. */
const LETTER_VARIABLES = ["cobalt", "terracotta", "saffron", "jade", "plum"] as const;

/** An appearance, with the theme's choices as defaults. */
export function resolveAppearance(appearance: Appearance) {
  const theme = THEMES[appearance.theme];
  return {
    theme,
    accent: appearance.accent ?? theme.accent,
    fonts: appearance.fonts ?? theme.fonts,
    background: appearance.background ?? theme.background,
    tileShape: appearance.tile_shape ?? theme.tileShape,
    layout: appearance.layout ?? theme.layout,
    alignment: appearance.alignment ?? theme.alignment,
  };
}

/** The colours of an appearance in both schemes. */
export function lookColors(appearance: Appearance): Record<Scheme, SchemeColors> {
  const { theme, accent } = resolveAppearance(appearance);
  return { light: schemeColors(theme, "light", accent), dark: schemeColors(theme, "dark", accent) };
}

/** The font files of an appearance, or the product's. */
export function lookFonts(appearance: Appearance = DEFAULT_APPEARANCE): string[] {
  return fontUrls(resolveAppearance(appearance).fonts);
}

/** Returns how the accent is changed for text and focus rings, in the schemes that visitors see. */
export function lookCorrections({ accent, scheme, ...appearance }: Appearance) {
  if (accent === null) return [];
  const corrections = accentCorrections(THEMES[appearance.theme], accent);
  return corrections.filter((correction) => scheme === null || correction.scheme === scheme);
}

/** The accent, dark enough for a printed code. */
export function lookPrintColor(appearance: Appearance = DEFAULT_APPEARANCE): string {
  return accentOnWhite(resolveAppearance(appearance).accent);
}

/**
 * The stylesheet of an appearance, after the product's. Its rules are outside the product's layers and therefore win.
 * `previewed` is the scheme of a preview, whatever the browser prefers, unless the appearance has one of its own.
 */
export function lookStyle(appearance: Appearance, previewed?: Scheme): string {
  const scheme = appearance.scheme ?? previewed;
  const chosen = resolveAppearance(appearance);
  const { theme } = chosen;
  const { light, dark } = lookColors(appearance);
  const [tile, card, control] = theme.radius;
  const ownBackground = appearance.background === null ? theme.backgroundCss : undefined;
  const shared = {
    "--radius-tile": `${tile}px`,
    "--radius-card": `${card}px`,
    "--radius-control": `${control}px`,
    ...fontVariables(chosen.fonts),
  };
  const colors = scheme
    ? inScheme(scheme, variablesOf(scheme === "light" ? light : dark))
    : `${root(variablesOf(light))}@media(prefers-color-scheme:dark){${root(variablesOf(dark))}}`;
  return [
    fontFaces(chosen.fonts),
    root(shared),
    colors,
    "h1,h2,h3,.creator-name{font-weight:var(--heading-weight)}",
    ".tile-letter{--on-accent:var(--on-letter)}",
    alignmentRules(chosen.alignment),
    layoutRules(chosen.layout),
    shapeRules(chosen.tileShape, chosen.layout),
    appearance.cover_url === null ? "" : coverRules({ overlaps: theme.avatarOnCover }),
    ...[theme.css, chosen.layout === "grid" ? theme.gridCss : theme.listCss].map(withoutLineBreaks),
    ownBackground ?? backgroundRules(chosen.background, appearance.background_url),
  ].join("");
}

/** The stylesheet that forces one scheme on a page without an appearance. */
export function schemeStyle(scheme: Scheme): string {
  return inScheme(scheme, PRODUCT_COLORS[scheme]);
}

const inScheme = (scheme: Scheme, variables: Readonly<Record<string, string>>) =>
  `:root{color-scheme:${scheme}}${root(variables)}`;

const root = (variables: Readonly<Record<string, string>>) =>
  `:root{${Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(";")}}`;

const withoutLineBreaks = (css = "") => css.replace(/\s*\n\s*/g, "");

function variablesOf({ behind, letters, ...colors }: SchemeColors): Record<string, string> {
  const named = Object.entries({ ...colors, ...behind }).map(([name, value]) => [`--${name}`, value]);
  const letterColors = letters.map((color, index) => [`--color-${LETTER_VARIABLES[index]}`, color]);
  return Object.fromEntries([...named, ...letterColors]);
}
