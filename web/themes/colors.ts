import {
  useMode as addMode,
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  type Oklch,
  type Rgb,
  wcagContrast,
} from "culori/fn";
import type { ColorCorrection } from "../../contract/api/appearance.ts";
import type { Theme, Tone } from "./theme.ts";

addMode(modeRgb);
addMode(modeLrgb);
addMode(modeOklch);
const toOklch = converter("oklch");
const toRgb = converter("rgb");

/** Text of any size (https://www.w3.org/TR/WCAG22/#contrast-minimum). */
export const TEXT_CONTRAST = 4.5;
/** Boundaries of controls (https://www.w3.org/TR/WCAG22/#non-text-contrast). */
const EDGE_CONTRAST = 3;
/** The share of a badge's colour in its background. */
export const BADGE_TINT = 0.08;
const STEP = 0.01;
const BLACK = "#000000";
const WHITE = "#ffffff";

export type Scheme = ColorCorrection["scheme"];
/** The colours of a page in one scheme as `#rrggbb`, by variable name. */
export type SchemeColors = Record<ColorName, string> & { behind: Record<string, string>; letters: string[] };
type ColorName =
  | "ground"
  | "surface"
  | "line"
  | "ink"
  | "muted"
  | "primary"
  | "primary-strong"
  | "on-primary"
  | "tint"
  | "good"
  | "warn"
  | "bad"
  | "on-bad"
  | "button"
  | "button-strong"
  | "on-button"
  | "button-line"
  | "on-letter";

/** The product's status colours, which keep their meaning in every theme. */
const STATES = {
  light: { good: "#1f7a63", warn: "#8a5710", bad: "#b93a32" },
  dark: { good: "#5cc8a8", warn: "#f0be5b", bad: "#ff8a80" },
} as const;

/** Returns the colours of a theme with an accent. All text reaches `TEXT_CONTRAST` on every possible background. */
export function schemeColors(theme: Theme, scheme: Scheme, accent: string): SchemeColors {
  const palette = theme[scheme];
  const hueSource = toOklch(accent) as Oklch;
  const tone = (from: Tone) => toHex(from, hueSource);
  const [ground, surface] = [tone(palette.ground), tone(palette.surface)];
  const behind = mapValues({ ...groundsBeside(ground), ...palette.behind }, tone);
  const backgrounds = [ground, surface, ...Object.values(behind)];
  const tint = tintOf(surface, accent);
  const read = (color: string) => readableOn(color, () => [...backgrounds, tint]);
  const primary = read(accent);
  const button = accent;
  const onButton = bestOn(button);
  const letters = palette.letters.map(tone);
  const state = mapValues(STATES[scheme], (color) =>
    // Also on its own tint, the background of badges.
    readableOn(color, (read) => [...backgrounds, mixed(read, surface, BADGE_TINT)]),
  );
  return {
    ground,
    surface,
    line: tone(palette.line),
    ink: read(tone(palette.ink)),
    muted: read(tone(palette.muted)),
    primary,
    "primary-strong": moved(primary, bestOn(primary), 0.06),
    "on-primary": bestOn(primary),
    tint,
    good: state.good,
    warn: state.warn,
    bad: state.bad,
    "on-bad": bestOn(state.bad),
    button,
    "button-strong": moved(button, onButton, 0.05),
    "on-button": onButton,
    // A button as light as the page has an edge.
    "button-line": leastContrast(button, [ground, surface]) < EDGE_CONTRAST ? primary : button,
    "on-letter": bestOnAll(letters),
    behind,
    letters,
  };
}

/** Returns an accent that is readable on white, for example for a printed code. */
export function accentOnWhite(accent: string): string {
  return readableOn(accent, () => ["#ffffff"]);
}

/** Returns how an accent was changed for text and focus rings, or nothing. */
export function accentCorrections(theme: Theme, accent: string): ColorCorrection[] {
  return (["light", "dark"] as const)
    .map((scheme) => ({ scheme, chosen: accent, shown: schemeColors(theme, scheme, accent).primary }))
    .filter(({ chosen, shown }) => chosen !== shown);
}

/** The contrast of two colours (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export function contrast(one: string, other: string): number {
  return wcagContrast(one, other);
}

function leastContrast(color: string, backgrounds: readonly string[]): number {
  return Math.min(...backgrounds.map((background) => contrast(color, background)));
}

/** Changes the lightness of a colour as little as needed to be readable on all its backgrounds. Returns black or white if no lightness is enough. */
function readableOn(color: string, backgroundsOf: (color: string) => readonly string[]): string {
  const start = toOklch(color) as Oklch;
  for (let distance = 0; distance <= 1; distance += STEP) {
    for (const lightness of [start.l - distance, start.l + distance]) {
      if (lightness < 0 || lightness > 1) continue;
      const candidate = distance === 0 ? color : hexOf({ ...start, l: lightness });
      if (leastContrast(candidate, backgroundsOf(candidate)) >= TEXT_CONTRAST) return candidate;
    }
  }
  return leastContrast(BLACK, backgroundsOf(BLACK)) > leastContrast(WHITE, backgroundsOf(WHITE))
    ? BLACK
    : WHITE;
}

/** Returns a colour over another, like browsers blend transparency. */
export function mixed(color: string, over: string, share: number): string {
  const [front, back] = [toRgb(color), toRgb(over)] as [Rgb, Rgb];
  const of = (name: "r" | "g" | "b") => front[name] * share + back[name] * (1 - share);
  return formatHex({ mode: "rgb", r: of("r"), g: of("g"), b: of("b") });
}

/** Near black or white, whichever is more readable. One of them always reaches `TEXT_CONTRAST` as full black or white. */
function bestOn(background: string): string {
  return bestOnAll([background]);
}

function bestOnAll(backgrounds: readonly string[]): string {
  const soft = "#16130f";
  const light = leastContrast(WHITE, backgrounds);
  if (light >= TEXT_CONTRAST) return WHITE;
  if (leastContrast(soft, backgrounds) >= TEXT_CONTRAST) return soft;
  return leastContrast(BLACK, backgrounds) > light ? BLACK : WHITE;
}

/** Returns a colour with more contrast to the text on it. */
function moved(color: string, text: string, distance: number): string {
  const start = toOklch(color) as Oklch;
  const away = contrast(text, BLACK) > contrast(text, WHITE) ? -distance : distance;
  return hexOf({ ...start, l: Math.min(1, Math.max(0, start.l + away)) });
}

/** The colours of a gradient or pattern, in the hue of the accent and next to it. */
function groundsBeside(ground: string): Record<string, Tone> {
  const { l, c } = toOklch(ground) as Oklch;
  const lightness = l > 0.5 ? l - 0.035 : l + 0.05;
  const chroma = Math.max(c, 0.045);
  return { "ground-2": [lightness, chroma, "accent"], "ground-3": [lightness, chroma, ["accent", 50]] };
}

/** The surface with a trace of the accent. */
function tintOf(surface: string, accent: string): string {
  const { l } = toOklch(surface) as Oklch;
  const { c, h } = toOklch(accent) as Oklch;
  return hexOf({ mode: "oklch", l: l > 0.5 ? l - 0.035 : l + 0.06, c: Math.min(c, 0.035), h: h ?? 0 });
}

function toHex(tone: Tone, accent: Oklch): string {
  if (typeof tone === "string") return tone;
  const [l, c, hue] = tone;
  if (typeof hue === "number") return hexOf({ mode: "oklch", l, c, h: hue });
  const turn = hue === "accent" ? 0 : hue[1];
  // A grey accent leaves everything grey.
  const chroma = Math.min(c, accent.c * 1.5);
  const h = ((accent.h ?? 0) + turn) % 360;
  return hexOf({ mode: "oklch", ...(turn === 0 ? asYellow({ l, c: chroma, h }) : { l, c: chroma, h }) });
}

const YELLOW = { hue: 103, width: 18, lightness: 0.93, darkestBright: 0.7 };

/** Yellow is a light colour: with less lightness it becomes khaki or olive. Its light tones are lighter, and its dark ones as warm as amber. */
function asYellow({ l, c, h }: Pick<Oklch, "l" | "c"> & { h: number }) {
  const share = Math.max(0, 1 - Math.abs(h - YELLOW.hue) / YELLOW.width);
  if (l < YELLOW.darkestBright) return { l, c, h: h - 28 * share };
  return { l: l + Math.max(0, YELLOW.lightness - l) * 0.8 * share, c: c * (1 + 0.6 * share), h };
}

/** The nearest displayable colour with the same lightness and hue. */
function hexOf(color: Oklch): string {
  return formatHex(clampChroma(color, "oklch", "rgb"));
}

function mapValues<K extends string, V, W>(from: Readonly<Record<K, V>>, change: (value: V) => W) {
  return Object.fromEntries(Object.entries<V>(from).map(([key, value]) => [key, change(value)])) as Record<
    K,
    W
  >;
}
