import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "../../contract/rules/for-all.test-kit.ts";
import { renderableText } from "./renderable-text.ts";

test.each([
  ["Mara Lindqvist", "Mara Lindqvist"],
  ["Zoë Żółć 🎨", "Zoë Żółć"],
  ["Zoe\u0308", "Zoë"],
  ["مريم", ""],
  ["山田 A", ""],
  ["🎨🎨", ""],
  ["", ""],
])("renders %s as %j", (text, rendered) => {
  expect(renderableText(text)).toBe(rendered);
});

test("is idempotent", () => {
  forAll(
    fc.string({ unit: "grapheme" }),
    (text) => renderableText(renderableText(text)) === renderableText(text),
  );
});
