import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Stops transitions, during which an element has the colour of neither state. */
const WITHOUT_TRANSITIONS = `*, ::before, ::after, ::backdrop { transition: none !important; animation: none !important }
  /* Removes bars, which cover part of the page at any scroll position. */
  .feedback-bar, .places { position: static !important }`;

/** Checks WCAG 2.2 A and AA in the light scheme. `theme-contrast.test.ts` proves the contrasts of the dark scheme. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.addStyleTag({ content: WITHOUT_TRANSITIONS });
  // Evaluated by Playwright, because the page's script policy does not apply to its calls.
  await page.evaluate(AXE);
  const violations = await page.evaluate(async (runOnly) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    // Excludes frames, because their pages have tests of their own and a frame without scripts never responds.
    const results = await loaded.run(document, {
      runOnly,
      iframes: false,
      resultTypes: ["violations"],
      selectors: false,
    });
    return results.violations;
  }, RULES);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html}: ${node.failureSummary}`),
  );
  expect.soft(found, what).toEqual([]);
}

/** Expects no horizontal scrolling on the narrowest phone. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: size?.height ?? 740 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, `${what}: width at 320 px`).toBeLessThanOrEqual(320);
  if (size) await page.setViewportSize(size);
}

/** Expects that the screen is accessible and fits the narrowest phone. */
export async function expectAccessibleAndFits(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await expectNoSidewaysScroll(page, what);
}
