import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { PRODUCT_COLORS } from "./product-colors.ts";

test("uses the product stylesheet's colours on a page in one scheme", async () => {
  const css = await readFile(new URL("../ui/theme.css", import.meta.url), "utf8");
  const [light = "", dark = ""] = [...css.matchAll(/:root \{([^}]*--ground[^}]*)\}/g)].map(
    ([, rules]) => rules,
  );
  const colorsOf = (rules: string) =>
    Object.fromEntries([...rules.matchAll(/(--[\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]));
  expect(PRODUCT_COLORS).toEqual({ light: colorsOf(light), dark: colorsOf(dark) });
});
