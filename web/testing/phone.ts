import { expect } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "./accessibility.ts";

const FINGER_PX = 44;
const CONTROLS = "a[href], button:not(:disabled), input, select, textarea, summary";

/** Expects that the screen fits the narrowest phone: no horizontal scrolling, and controls as large as a finger. */
export async function expectFitsPhone(): Promise<void> {
  const { innerWidth, innerHeight } = window;
  await page.viewport(320, 740);
  await expectRoom();
  await page.viewport(innerWidth, innerHeight);
}

async function expectRoom(): Promise<void> {
  // Components that render for a new width need a moment.
  await expect.poll(listSmallTargets, { message: `controls under ${FINGER_PX} px` }).toEqual([]);
  expect(document.documentElement.scrollWidth, "width of the page at 320 px").toBeLessThanOrEqual(320);
}

/** Expects that the screen is accessible at its width, and fits a phone. */
export async function expectAccessibleAndFits(): Promise<void> {
  await expectAccessible();
  await expectFitsPhone();
}

/** Expects that the screen is accessible at 1280 and 320 px, and fits a phone. Each size costs a new layout. */
export async function expectAccessibleAtEveryWidth(): Promise<void> {
  await expectAccessible();
  await page.viewport(320, 740);
  await expectRoom();
  // As high as the page: controls covered by a bottom bar would count as too small.
  const { scrollHeight } = document.documentElement;
  if (scrollHeight > 740) await page.viewport(320, scrollHeight);
  await expectAccessible();
  await page.viewport(1280, 860);
}

/** Returns the controls that are smaller than a finger, except links within a sentence. */
function listSmallTargets(): string[] {
  const scope = document.querySelector("dialog:modal") ?? document;
  return [...scope.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((control) => {
    const style = getComputedStyle(control);
    const isInSentence = control.matches("p a, p button") && style.display.startsWith("inline");
    // Only visible when focused.
    const isClipped = style.clipPath !== "none";
    const isHidden = control.matches("[inert] *, input[type=hidden]") || !control.checkVisibility();
    if (isInSentence || isClipped || isHidden) return [];
    control.scrollIntoView({ block: "center" });
    // A label around a box receives the tap as well.
    const target = control.matches("[type=checkbox], [type=radio]") ? control.closest("label") : null;
    const { left, top, width, height } = (target ?? control).getBoundingClientRect();
    // Sizes are fractions of a pixel.
    const isLargeEnough = width >= FINGER_PX - 0.5 && height >= FINGER_PX - 0.5;
    // A pseudo-element around the visible part may receive the tap as well.
    const reach = FINGER_PX / 2 - 1;
    const isHitAround = [-reach, reach].every((by) =>
      [
        document.elementFromPoint(left + width / 2 + by, top + height / 2),
        document.elementFromPoint(left + width / 2, top + height / 2 + by),
      ].every((hit) => control.contains(hit)),
    );
    const name = control.getAttribute("aria-label") ?? control.textContent?.trim() ?? control.tagName;
    return isLargeEnough || isHitAround ? [] : [`${name}: ${Math.round(width)} × ${Math.round(height)}`];
  });
}
