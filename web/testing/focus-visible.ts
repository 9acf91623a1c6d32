import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";

/** Window sizes at which no focused element may be covered. The last one is a desktop at 200 % zoom. */
const WINDOW_SIZES = [
  [320, 640],
  [360, 740],
  [1280, 720],
  [1280, 900],
  [640, 360],
] as const;
const MAX_STOPS = 120;
/** Inside a control's rounded corners and border. */
const INSET_PX = 4;

type Options = {
  /** The area to check; by default the open dialog, or the page. */
  area?: () => Element | Promise<Element>;
};

/**
 * Walks an area at each window size, and expects that no sticky bar covers the focused element and no scroller cuts it off
 * (WCAG 2.2, 2.4.11). At the first size it presses Tab, which proves the list of reachable elements. At the others the page
 * moves the focus along that list: it scrolls to the same places in a third of the time. Leaves the window at its first
 * size.
 */
export async function expectFocusNeverCovered({ area = openArea }: Options = {}): Promise<void> {
  const first = { width: window.innerWidth, height: window.innerHeight };
  const covered: string[] = [];
  let stops = 0;
  for (const [index, [width, height]] of WINDOW_SIZES.entries()) {
    await page.viewport(width, height);
    // A bar's new height is known once the frame is rendered.
    await endOfFrame();
    const within = await area();
    const reached: Element[] = [];
    for await (const element of index === 0 ? walkByTab(within) : walkByFocus(within)) {
      reached.push(element);
      const cover = coverOf(element);
      if (cover) covered.push(`${width}×${height}: ${describe(element)} ${cover}`);
    }
    stops += reached.length;
    if (index === 0) expectSameStops(reached, listTabStops(within));
  }
  await page.viewport(first.width, first.height);
  expect(stops, "elements reached by Tab").toBeGreaterThan(0);
  expect(covered, "focused elements that are covered").toEqual([]);
}

/** Browsers differ in how many unchecked radio buttons of a group Tab reaches. */
function expectSameStops(reached: Element[], listed: Element[]): void {
  const [byTab, byList] = [reached, listed].map((stops) =>
    stops.filter((stop) => !stop.matches("input[type=radio]:not(:checked)")).map(describe),
  );
  expect(byTab, "elements that Tab reaches").toEqual(byList);
}

function openArea(): Element {
  return [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
}

/** Presses Tab until the focus returns to an already visited element of the area. */
async function* walkByTab(area: Element): AsyncGenerator<Element> {
  const reached = new Set<Element>();
  let last: Element | undefined;
  startBefore(area);
  for (let presses = 0; presses < MAX_STOPS; presses += 1) {
    await userEvent.tab();
    const element = document.activeElement;
    if (!element || !area.contains(element) || element === document.body) {
      // Left the page or the area: complete once something was visited.
      if (reached.size > 0) break;
      continue;
    }
    // The focus is in a nested document.
    if (element instanceof HTMLIFrameElement) continue;
    // A date field has several tab stops.
    if (element === last) continue;
    if (reached.has(element)) break;
    reached.add(element);
    last = element;
    yield element;
  }
}

/** Moves the focus like Tab, within the page. */
async function* walkByFocus(area: Element): AsyncGenerator<Element> {
  startBefore(area);
  for (const element of listTabStops(area)) {
    element.focus({ focusVisible: true } as FocusOptions);
    // Elements that open with the focus, and the list of sections, are in place in the next frame.
    if (element.closest(".section-list, [aria-haspopup], [aria-controls]")) await endOfFrame();
    else await Promise.resolve();
    if (document.activeElement === element) yield element;
  }
}

function endOfFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Tab continues from the former focus. */
function startBefore(area: Element): void {
  area.setAttribute("tabindex", "-1");
  (area as HTMLElement).focus({ preventScroll: true });
  area.removeAttribute("tabindex");
}

/** Returns the elements that Tab reaches in an area, in order; of radio buttons the chosen one, or all. */
function listTabStops(area: Element): HTMLElement[] {
  return [...area.querySelectorAll<HTMLElement>("*")].filter((element) => {
    const isStop = element.tabIndex >= 0 || isScrollerOfText(element);
    const isOff = element.matches(":disabled, [inert], [inert] *, iframe");
    if (!isStop || isOff || !element.checkVisibility({ visibilityProperty: true })) return false;
    if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true;
    const group = [
      ...(element.form ?? document).querySelectorAll<HTMLInputElement>("input[type=radio]"),
    ].filter(({ name, form }) => name === element.name && form === element.form);
    return element.checked || !group.some(({ checked }) => checked);
  });
}

/** Returns whether Tab stops at an element because it scrolls and contains no other stop. */
function isScrollerOfText(element: HTMLElement): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  const scrolls = (overflow: string) => overflow === "auto" || overflow === "scroll";
  return (
    ((scrolls(overflowX) && scrollWidth > clientWidth) ||
      (scrolls(overflowY) && scrollHeight > clientHeight)) &&
    ![...element.querySelectorAll<HTMLElement>("*")].some(({ tabIndex }) => tabIndex >= 0)
  );
}

/** Returns how the element is covered, or null. Of controls larger than the window only the middle needs to be in view. */
function coverOf(element: Element): string | null {
  // The focus is in a nested document.
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

/** Returns the element that shows the focus: for a visually hidden control, its label. */
function shownFor(element: Element): Element {
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
  return label && element.getBoundingClientRect().width < 3 * INSET_PX ? label : element;
}

function pointsOf(element: Element, box: DOMRect) {
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  // Browsers scroll to the line with the caret.
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

/** Returns whether a control is inside a field, such as the button that shows a password. */
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
