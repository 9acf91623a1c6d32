import fc from "fast-check";
import { expect, test } from "vitest";
import { renderableText } from "./renderable-text.ts";

test.each([
  ["Mara Lindqvist", "Mara Lindqvist"],
  ["Zoë Żółć 🎨", "Zoë Żółć"],
  ["Zoe\u0308", "Zoë"],
  ["مريم", ""],
  ["山田 A", ""],
  ["🎨🎨", ""],
  ["", ""],
])("%s is rendered as %j", (text, rendered) => {
  expect(renderableText(text)).toBe(rendered);
});

test("rendering a text twice gives the same result", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      (text) => renderableText(renderableText(text)) === renderableText(text),
    ),
  );
});
