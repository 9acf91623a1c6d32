import { expect, test } from "vitest";
import { readingStep } from "./reading-step.ts";

test.each([
  ["ltr", "ArrowRight", 1],
  ["ltr", "ArrowLeft", -1],
  ["rtl", "ArrowRight", -1],
  ["rtl", "ArrowLeft", 1],
  ["rtl", "ArrowUp", 0],
])("returns the step of a key in the reading direction: %s, %s, %i", (dir, key, step) => {
  document.body.innerHTML = `<div dir="${dir}"><p>Text</p></div>`;
  const [text] = document.getElementsByTagName("p");
  expect(text && readingStep(key, text)).toBe(step);
});
