import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { ACCENT_COLORS, BRAND_COLORS } from "../../contract/rules/brand.ts";

const css = await readFile(new URL("../../web/ui/theme.css", import.meta.url), "utf8");

const MIN_TEXT_CONTRAST = 4.5;

/** Text colours and their backgrounds. */
const PAIRS = [
  ...["ink", "muted", "primary", "good", "warn", "bad"].flatMap((text) => [
    [text, "ground"],
    [text, "surface"],
  ]),
  ["ink", "tint"],
  ["primary", "tint"],
  ["on-primary", "primary"],
  ["on-primary", "primary-strong"],
  ["on-bad", "bad"],
  ["ground", "ink"],
] as const;

const [lightRoot, darkRoot] = [...css.matchAll(/:root \{([^}]*--ground[^}]*)\}/g)].map(
  ([, block = ""]) => block,
);

function tokensOf(block = ""): Map<string, string> {
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", hex = ""]) => [name, hex]),
  );
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

for (const [scheme, block] of [
  ["light", lightRoot],
  ["dark", darkRoot],
] as const) {
  const tokens = tokensOf(block);
  test(`the stylesheet has the brand's colours in the ${scheme} scheme`, () => {
    expect(Object.fromEntries(tokens)).toMatchObject(BRAND_COLORS[scheme]);
  });
  test.for(PAIRS)(`in the ${scheme} scheme %s is readable on %s`, ([text, background]) => {
    const [color, ground] = [tokens.get(text ?? ""), tokens.get(background ?? "")];
    expect(color, `${text} has a colour`).toBeDefined();
    expect(ground, `${background} has a colour`).toBeDefined();
    expect(contrast(color ?? "#000000", ground ?? "#000000")).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST);
  });
}

test("has the brand's accents", () => {
  for (const [name, hex] of Object.entries(ACCENT_COLORS)) expect(css).toContain(`--color-${name}: ${hex};`);
});
