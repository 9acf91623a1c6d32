import axe from "axe-core";
import { expect } from "vitest";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Rules that depend on colours and sizes. */
const LOOKS = ["color-contrast", "link-in-text-block", "target-size"];

/**
 * Expects no violation of WCAG 2.2 A and AA in the light scheme; a test of the colour tokens covers the dark one. The rule
 * that reads style sheets (orientation lock) is left to `screens-are-accessible`, because it takes a third of the time of
 * a check.
 */
export function expectAccessible(): Promise<void> {
  return expectNothingFound(TAGS);
}

/** For a page that is accessible in one theme: checks only the rules that another theme can change. */
export function expectReadable(): Promise<void> {
  return expectNothingFound(LOOKS);
}

async function expectNothingFound(runOnly: string[]): Promise<void> {
  // A control beneath the bar that stays in view would count as too small, although it can be scrolled.
  const style = document.createElement("style");
  style.textContent = ".save-bar { position: static !important; }";
  document.head.append(style);
  const { violations } = await axe
    .run(document, {
      runOnly,
      resultTypes: ["violations"],
      preload: false,
      // A preview is another document without axe, whose response it would await for half a second.
      iframes: false,
      selectors: false,
    })
    .finally(() => style.remove());
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html}: ${node.failureSummary}`),
  );
  expect(found).toEqual([]);
}
