import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";

/** The sizes of windows at which no focused element may be covered; the last one is a desktop at 200 % zoom. */
export const WINDOW_SIZES = [
  [320, 640],
  [360, 740],
  [412, 732],
  [1280, 720],
  [1280, 900],
  [640, 360],
] as const;
const MAX_STOPS = 120;
/** Inside the rounded corners and the border of a control. */
const INSET_PX = 4;

type Options = {
  /** The area whose elements are checked; by default the open dialog, else the page. */
  area?: () => Element;
  /** Runs after each change of size, before the walk: to scroll somewhere, for instance. */
  prepare?: () => Promise<void> | void;
};

/**
 * Walks an area by Tab at each window size, and expects that the focused element is never covered by a sticky bar or
 * cut off by a scroller (WCAG 2.2, 2.4.11). Leaves the window at its first size.
 */
export async function expectFocusNeverCovered({ area = openArea, prepare }: Options = {}): Promise<void> {
  const first = { width: window.innerWidth, height: window.innerHeight };
  const covered: string[] = [];
  let stops = 0;
  for (const [width, height] of WINDOW_SIZES) {
    await page.viewport(width, height);
    await prepare?.();
    stops += await walk(area(), (element) => {
      const cover = coverOf(element);
      if (cover) covered.push(`${width}×${height}: ${describe(element)} ${cover}`);
    });
  }
  await page.viewport(first.width, first.height);
  expect(stops, "elements reached by Tab").toBeGreaterThan(0);
  expect(covered, "focused elements that are covered").toEqual([]);
}

function openArea(): Element {
  return [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
}

/** Presses Tab until the focus returns to an element of the area that it was on before. */
async function walk(area: Element, visit: (element: Element) => void): Promise<number> {
  const seen = new Set<Element>();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  for (let presses = 0; presses < MAX_STOPS; presses += 1) {
    await userEvent.tab();
    const element = document.activeElement;
    if (!element || !area.contains(element) || element === document.body) {
      // Left the page or the area: it is complete once something in it was visited.
      if (seen.size > 0) break;
      continue;
    }
    if (seen.has(element)) break;
    seen.add(element);
    visit(element);
  }
  return seen.size;
}

/** Returns how the element is covered, or null. Controls larger than the window only need their middle in view. */
function coverOf(element: Element): string | null {
  // The focus is on something in its own document.
  if (element instanceof HTMLIFrameElement) return null;
  const shown = shownFor(element);
  const [box] = shown.getClientRects();
  if (!box) return "is not rendered";
  for (const { x, y } of pointsOf(element, box)) {
    const hit = document.elementFromPoint(x, y);
    if (!hit) return `is outside the window at ${Math.round(x)}, ${Math.round(y)}`;
    if (!belongsTo(hit, shown)) return `is covered by ${describe(hit)} at ${Math.round(x)}, ${Math.round(y)}`;
  }
  return null;
}

/** What shows the focus of an element: of a control that is hidden for the eye, its label. */
function shownFor(element: Element): Element {
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
  return label && element.getBoundingClientRect().width < 3 * INSET_PX ? label : element;
}

function pointsOf(element: Element, box: DOMRect) {
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  // Browsers scroll to the line that is written in.
  if (element instanceof HTMLTextAreaElement) return [{ x: middle.x, y: box.top + 4 * INSET_PX }];
  if (box.width < 3 * INSET_PX || box.height < 3 * INSET_PX || box.height > window.innerHeight / 2)
    return [middle];
  return [
    middle,
    { x: middle.x, y: box.top + INSET_PX },
    { x: middle.x, y: box.bottom - INSET_PX },
    { x: box.left + INSET_PX, y: middle.y },
    { x: box.right - INSET_PX, y: middle.y },
  ];
}

function belongsTo(hit: Element, element: Element): boolean {
  if (element.contains(hit)) return true;
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
  return labels.some((label) => label.contains(hit)) || isWithin(hit, element);
}

/** Whether a control is placed within a field, such as the button that shows a password. */
function isWithin(hit: Element, field: Element): boolean {
  const [inner, outer] = [hit.getBoundingClientRect(), field.getBoundingClientRect()];
  return (
    hit instanceof HTMLButtonElement &&
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  );
}

function describe(element: Element): string {
  const name =
    element.getAttribute("aria-label") ??
    (element instanceof HTMLInputElement && element.labels?.[0]?.textContent);
  const text = (name || element.textContent || "").trim().slice(0, 40);
  return `<${element.localName}> "${text}"`;
}
