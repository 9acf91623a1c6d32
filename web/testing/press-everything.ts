import { changeField, visibleFields } from "./change-fields.ts";

const PRESSED =
  "button, summary, a[href], [role=tab], [role=menuitem], [role=radio], input[type=radio], input[type=checkbox]";
const TYPED_INTO = "input:not([type]), [type=text], [type=email], textarea, [type=password]";
/** They replace other controls, which are pressed before. */
const REPLACES = "a, [role=tab], [role=radio], input[type=radio]";
const OPENED = "dialog[open], [role=dialog], [role=menu]";

const nameOf = (control: HTMLElement) =>
  control.getAttribute("aria-label") ?? (control.textContent || control.closest("label")?.textContent || "");
/** The numbers of samples differ. */
const keyOf = (control: HTMLElement, page: string) =>
  `${control.closest(`main, ${OPENED}`) ? page : ""} ${nameOf(control).replace(/\d+/g, "")}`;

/** The controls that were pressed in this window, by their name and page. Those around the pages have no page. */
const pressed = new Set<string>();

const isElsewhere = (control: HTMLElement, page: string) =>
  control instanceof HTMLAnchorElement && (control.pathname !== page || control.target !== "");

/** Returns the next control that was not pressed: in an opened dialog or menu first. */
function nextControl(page: string): HTMLElement | undefined {
  const opened = [...document.querySelectorAll(OPENED)].reverse();
  const controls = [...opened, document].flatMap((area) => [...area.querySelectorAll<HTMLElement>(PRESSED)]);
  const isNext = (each: HTMLElement) =>
    !pressed.has(keyOf(each, page)) &&
    !isElsewhere(each, page) &&
    !each.matches(":disabled") &&
    each.checkVisibility();
  return controls.find((each) => !each.matches(REPLACES) && isNext(each)) ?? controls.find(isNext);
}

const filled = new WeakSet<Element>();
/** Types into each text field once, because an unchanged form cannot be saved. */
function fillFields(): void {
  for (const field of visibleFields().filter((each) => each.matches(TYPED_INTO) && !filled.has(each))) {
    filled.add(field);
    changeField(field);
  }
}

/** Presses the controls of a page and of what they open, each name once. Calls `onPressed` after each. */
export async function pressEverything(
  page: string,
  onPressed: (name: string) => Promise<unknown>,
): Promise<void> {
  for (let next = nextControl(page); next; next = nextControl(page)) {
    fillFields();
    const name = nameOf(next);
    pressed.add(keyOf(next, page));
    next.click();
    await onPressed(name);
  }
}

let changes = 0;
new MutationObserver(() => {
  changes += 1;
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

/** Waits until the window has not changed for a moment. */
export async function untilQuiet(): Promise<void> {
  for (let quiet = 0, seen = -1; quiet < 2; ) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    quiet = seen === changes ? quiet + 1 : 0;
    seen = changes;
  }
}
