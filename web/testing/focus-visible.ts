import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";

/** The sizes of windows at which no focused element may be covered; the last one is a desktop at 200 % zoom. */
const WINDOW_SIZES = [
  [320, 640],
  [360, 740],
  [1280, 720],
  [1280, 900],
  [640, 360],
] as const;
const MAX_STOPS = 120;
/** Inside the rounded corners and the border of a control. */
const INSET_PX = 4;

type Options = {
  /** The area whose elements are checked; by default the open dialog, else the page. */
  area?: () => Element | Promise<Element>;
};

/**
 * Walks an area at each window size, and expects that the focused element is never covered by a sticky bar or cut off by
 * a scroller (WCAG 2.2, 2.4.11). At the first size by Tab, which proves the list of the elements that it reaches; at the
 * others the page moves the focus along that list: it scrolls to the same places, and takes a third of the time of the
 * key. Leaves the window at its first size.
 */
export async function expectFocusNeverCovered({ area = openArea }: Options = {}): Promise<void> {
  const first = { width: window.innerWidth, height: window.innerHeight };
  const covered: string[] = [];
  let stops = 0;
  for (const [index, [width, height]] of WINDOW_SIZES.entries()) {
    await page.viewport(width, height);
    // How high a bar has become is known once the frame is rendered.
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

/** Browsers differ in how many radio buttons of a group Tab reaches while none is chosen. */
function expectSameStops(reached: Element[], listed: Element[]): void {
  const [byTab, byList] = [reached, listed].map((stops) =>
    stops.filter((stop) => !stop.matches("input[type=radio]:not(:checked)")).map(describe),
  );
  expect(byTab, "elements that Tab reaches").toEqual(byList);
}

function openArea(): Element {
  return [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
}

/** Presses Tab until the focus returns to an element of the area that it was on before. */
async function* walkByTab(area: Element): AsyncGenerator<Element> {
  const reached = new Set<Element>();
  let last: Element | undefined;
  startBefore(area);
  for (let presses = 0; presses < MAX_STOPS; presses += 1) {
    await userEvent.tab();
    const element = document.activeElement;
    if (!element || !area.contains(element) || element === document.body) {
      // Left the page or the area: it is complete once something in it was visited.
      if (reached.size > 0) break;
      continue;
    }
    // The focus is on something in its own document.
    if (element instanceof HTMLIFrameElement) continue;
    // A date has several stops within it.
    if (element === last) continue;
    if (reached.has(element)) break;
    reached.add(element);
    last = element;
    yield element;
  }
}

/** Moves the focus as Tab does, within the page. */
async function* walkByFocus(area: Element): AsyncGenerator<Element> {
  startBefore(area);
  for (const element of listTabStops(area)) {
    element.focus({ focusVisible: true } as FocusOptions);
    // What opens with the focus, and the list of a page's sections, which follows the page, are in place in the next frame.
    if (element.closest(".section-list, [aria-haspopup], [aria-controls]")) await endOfFrame();
    else await Promise.resolve();
    if (document.activeElement === element) yield element;
  }
}

function endOfFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Where the focus was, Tab would go on. */
function startBefore(area: Element): void {
  area.setAttribute("tabindex", "-1");
  (area as HTMLElement).focus({ preventScroll: true });
  area.removeAttribute("tabindex");
}

/** Returns what Tab reaches in an area, in order; of radio buttons the one that is chosen, or else all. */
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

/** Whether the keyboard scrolls an element: browsers let Tab stop at what scrolls and contains no other stop. */
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
