import { expect, test } from "vitest";
import { DEFAULT_APPEARANCE, THEME_NAMES } from "../../contract/api/appearance.ts";
import { BRAND_COLORS } from "../../contract/rules/brand.ts";
import { BADGE_TINT, contrast, mixed, type SchemeColors, schemeColors, TEXT_CONTRAST } from "./colors.ts";
import { fontUrls, PAIRINGS } from "./fonts.ts";
import { lookCorrections, lookStyle } from "./look.ts";
import { THEMES } from "./themes.ts";

/** Accents from black through the colour wheel to white. The brightest are the hardest to read. */
const ACCENTS = [
  "#000000",
  "#ffffff",
  "#7f7f7f",
  "#ff0000",
  "#ff7a00",
  "#ffb800",
  "#ffee00",
  "#b6ff00",
  "#00ff3c",
  "#00c389",
  "#00fff0",
  "#00a2ff",
  "#0000ff",
  "#2b48d9",
  "#7c4dff",
  "#c800ff",
  "#ff2e9a",
  "#5a1e00",
  "#0b3d2e",
  "#f4d9d0",
];

/** Text colours and their backgrounds. */
const pairsOf = (colors: SchemeColors): [string, string, string][] => {
  const grounds = { ground: colors.ground, surface: colors.surface, ...colors.behind };
  const texts = ["ink", "muted", "primary", "good", "warn", "bad"] as const;
  return [
    ...texts.flatMap((text) =>
      Object.entries(grounds).map(([name, ground]): [string, string, string] => [
        `${text} on ${name}`,
        colors[text],
        ground,
      ]),
    ),
    ...(["good", "warn", "bad"] as const).map((state): [string, string, string] => [
      `${state} on its badge`,
      colors[state],
      mixed(colors[state], colors.surface, BADGE_TINT),
    ]),
    ["ink on tint", colors.ink, colors.tint],
    ["primary on tint", colors.primary, colors.tint],
    ["text on primary", colors["on-primary"], colors.primary],
    ["text on primary under the pointer", colors["on-primary"], colors["primary-strong"]],
    ["text on a button", colors["on-button"], colors.button],
    ["text on a button under the pointer", colors["on-button"], colors["button-strong"]],
    ["text on a destructive button", colors["on-bad"], colors.bad],
    ["letters on a tile", colors["on-letter"], colors.letters[0] ?? ""],
  ];
};

const channelsOf = (color: string) =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number];

for (const name of THEME_NAMES) {
  for (const scheme of ["light", "dark"] as const) {
    test(`text of ${name} is readable in the ${scheme} scheme with every accent`, () => {
      for (const accent of [THEMES[name].accent, ...ACCENTS]) {
        const colors = schemeColors(THEMES[name], scheme, accent);
        for (const [what, text, background] of pairsOf(colors)) {
          expect(contrast(text, background), `${accent}: ${what}`).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        }
        const edge = Math.max(
          contrast(colors["button-line"], colors.ground),
          contrast(colors.button, colors.ground),
        );
        expect(edge, `${accent}: edge of a button`).toBeGreaterThanOrEqual(3);
      }
    });
  }
}

test("changes an unreadable accent and names the change", () => {
  const corrections = lookCorrections({ ...DEFAULT_APPEARANCE, accent: "#ffee00" });
  expect(corrections).toEqual([{ scheme: "light", chosen: "#ffee00", shown: expect.stringMatching(/^#/) }]);
  expect(contrast(corrections[0]?.shown ?? "", BRAND_COLORS.light.ground)).toBeGreaterThanOrEqual(
    TEXT_CONTRAST,
  );
  expect(lookCorrections({ ...DEFAULT_APPEARANCE, accent: "#ffee00", scheme: "dark" })).toEqual([]);
  expect(lookCorrections(DEFAULT_APPEARANCE)).toEqual([]);
});

test.each(["sticker", "poster"] as const)(
  "keeps the ground of %s with a yellow accent yellow in the light scheme and off olive in the dark",
  (name) => {
    const [red, green, blue] = channelsOf(schemeColors(THEMES[name], "light", "#ffe100").ground);
    // Khaki and mustard have less red and green, or hardly more than blue.
    expect(Math.min(red, green)).toBeGreaterThanOrEqual(210);
    expect(red - blue).toBeGreaterThan(80);
    const night = channelsOf(schemeColors(THEMES[name], "dark", "#ffe100").ground);
    expect(night[0] / night[1], "red to green").toBeGreaterThan(1.25);
  },
);

test("uses the brand's colours in the product's own theme", () => {
  for (const scheme of ["light", "dark"] as const) {
    const { plaster } = THEMES;
    expect(plaster[scheme]).toMatchObject({
      ground: BRAND_COLORS[scheme].ground,
      surface: BRAND_COLORS[scheme].surface,
      line: BRAND_COLORS[scheme].line,
      ink: BRAND_COLORS[scheme].ink,
      muted: BRAND_COLORS[scheme].muted,
    });
  }
});

test("loads at most two files for a pairing", () => {
  for (const pairing of Object.keys(PAIRINGS) as (keyof typeof PAIRINGS)[]) {
    expect(fontUrls(pairing).length, pairing).toBeLessThanOrEqual(2);
  }
});

test("escapes a URL so that it stays within its string", () => {
  const style = lookStyle({
    ...DEFAULT_APPEARANCE,
    background: "image",
    background_url: 'https://images.example/a"b\\c</style><script>.webp',
  });
  expect(style).toContain('url("https://images.example/a%22b%5Cc%3C/style>%3Cscript>.webp")');
});
