import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** An element in transition has a colour of neither state. */
const WITHOUT_TRANSITIONS = `*, ::before, ::after, ::backdrop { transition: none !important; animation: none !important }
  /* At any scroll position a bar covers something that is free at another. */
  .feedback-bar, .places { position: static !important }`;

/** Checks WCAG 2.2 A and AA in the light scheme; `theme-contrast.test.ts` proves the contrasts of the dark one. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.addStyleTag({ content: WITHOUT_TRANSITIONS });
  // Within Playwright's call, the page's policy for scripts does not concern it.
  await page.evaluate(AXE);
  const violations = await page.evaluate(async (runOnly) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    // A page in a frame has tests of its own, and one that runs no scripts is waited for in vain.
    const results = await loaded.run(document, { runOnly, iframes: false, resultTypes: ["violations"] });
    return results.violations;
  }, RULES);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary}`),
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

/** The screen is accessible as it is, and fits the narrowest phone. */
export async function expectAccessibleAndFits(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await expectNoSidewaysScroll(page, what);
}

const FINGER = 44;

/** Expects controls of at least 44 × 44 px, except links within a sentence. */
export async function expectFingerSizedTargets(page: Page, what: string): Promise<void> {
  const small = await page.evaluate((least) => {
    const scope = document.querySelector("dialog:modal") ?? document;
    const controls = scope.querySelectorAll(
      "a[href], button:not(:disabled), input, select, textarea, summary",
    );
    return [...controls].flatMap((control) => {
      const style = getComputedStyle(control);
      const isInSentence = control.matches("p a, p button") && style.display.startsWith("inline");
      // Shown only once the keyboard reaches it.
      const isClipped = style.clipPath !== "none";
      const isOutOfReach = control.matches("[inert] *, input[type=hidden]") || !control.checkVisibility();
      if (isInSentence || isClipped || isOutOfReach) return [];
      control.scrollIntoView({ block: "center" });
      const { left, top, width, height } = control.getBoundingClientRect();
      const named = control.getAttribute("aria-label") ?? control.textContent?.trim() ?? control.tagName;
      // Half a pixel of rounding is no smaller target.
      const isLargeEnough = width >= least - 0.5 && height >= least - 0.5;
      // The area around the visible part may belong to the control, too.
      const reach = least / 2 - 1;
      const isReachedAround = [-reach, reach].every((by) =>
        [
          document.elementFromPoint(left + width / 2 + by, top + height / 2),
          document.elementFromPoint(left + width / 2, top + height / 2 + by),
        ].every((hit) => control.contains(hit)),
      );
      return isLargeEnough || isReachedAround
        ? []
        : [`${named}: ${Math.round(width)} × ${Math.round(height)}`];
    });
  }, FINGER);
  expect.soft(small, `${what}: targets under ${FINGER} px`).toEqual([]);
}
