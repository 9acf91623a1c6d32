import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { itemAfterKey } from "./menu-keys.ts";

type MenuProps = {
  /** The button's label for screen readers: "Actions for Vera". */
  label: string;
  /** The content of the button. */
  trigger: ReactNode;
  triggerClassName?: string;
  /** Elements with the attributes of `menuItem`, or `MenuItem`. */
  children: ReactNode;
};

/** False in browsers without the popover API, where the menu is a plain positioned element. */
const hasPopover = () => "popover" in HTMLElement.prototype;

const GAP_PX = 4;
const EDGE_PX = 12;

/** A button with a menu of actions. Arrow keys and first letters move, Escape closes, and it follows its button while the page scrolls. */
export function Menu({ label, trigger, triggerClassName, children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // A list has a menu per row, so items are rendered on demand.
  const [isFilled, setFilled] = useState(false);

  const close = () => {
    if (hasPopover()) return popup.current?.hidePopover();
    if (popup.current?.contains(document.activeElement)) button.current?.focus();
    setOpen(false);
  };
  const open = (key?: string) => {
    // Some browsers do not focus a clicked button, and the popover returns the focus to the previous element.
    button.current?.focus();
    flushSync(() => setFilled(true));
    if (hasPopover()) popup.current?.showPopover();
    else flushSync(() => setOpen(true));
    placeBeside(popup.current, button.current);
    moveFocus(popup.current, key === "ArrowUp" ? "End" : "Home");
  };
  useEffect(() => {
    if (!isOpen) return;
    const follow = () => placeBeside(popup.current, button.current);
    window.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", follow);
    return () => {
      window.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", follow);
    };
  }, [isOpen]);

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={hasPopover() ? id : undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        className={
          triggerClassName ??
          "inline-grid size-11 place-items-center rounded-control text-muted hover:bg-tint hover:text-ink"
        }
        onClick={(event) => {
          // The browser would open it one frame before it can be positioned.
          event.preventDefault();
          if (isOpen) close();
          else open();
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          open(event.key);
        }}
      >
        {trigger}
      </button>
      <div
        ref={popup}
        id={id}
        popover={hasPopover() ? "auto" : undefined}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onToggle={({ newState }) => setOpen(newState === "open")}
        onKeyDown={(event) => handleKey(event, popup.current, close)}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (!hasPopover() && !currentTarget.contains(relatedTarget) && relatedTarget !== button.current)
            setOpen(false);
        }}
        onClick={(event) => {
          if (itemOf(event)?.ariaDisabled !== "true") close();
        }}
        className={`${isOpen || hasPopover() ? "" : "hidden "}fixed inset-auto z-30 m-0 w-60 max-w-[calc(100vw-24px)] overflow-y-auto rounded-card border border-line bg-surface p-2 text-start text-ink shadow-float`}
      >
        <div role="none" className="grid grid-cols-1 gap-0.5">
          {isFilled && children}
        </div>
      </div>
    </>
  );
}

/** The attributes of a menu item, which closes the menu when clicked. */
export const menuItem = {
  role: "menuitem",
  tabIndex: -1,
  className:
    "flex min-h-11 min-w-0 items-center gap-2 rounded-control px-3 text-start font-medium no-underline -outline-offset-2 hover:bg-tint focus:bg-tint aria-[current=page]:text-primary aria-disabled:cursor-not-allowed aria-disabled:text-muted",
} as const;

type MenuItemProps = { danger?: boolean; disabled?: boolean; onClick?: () => void; children: ReactNode };

/** An action of a menu. A disabled one can be focused, so that its text is read. */
export function MenuItem({ danger = false, disabled = false, onClick, children }: MenuItemProps) {
  const attributes: ComponentProps<"button"> = {
    ...menuItem,
    type: "button",
    className: `${menuItem.className} ${danger ? "text-bad" : ""}`,
  };
  return (
    <button {...attributes} aria-disabled={disabled || undefined} onClick={disabled ? undefined : onClick}>
      {children}
    </button>
  );
}

function itemOf({ target }: MouseEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[role=menuitem]") : null;
}

function handleKey(event: KeyboardEvent, menu: HTMLElement | null, close: () => void): void {
  // Tab leaves the menu from its button. Browsers with popovers close it on Escape themselves.
  if (event.key === "Tab" || (event.key === "Escape" && !hasPopover())) close();
  if (event.key === "Tab" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " ") {
    // Links do not react to the space bar by default.
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement && !event.repeat) document.activeElement.click();
  } else if (moveFocus(menu, event.key)) event.preventDefault();
}

function moveFocus(menu: HTMLElement | null, key: string): boolean {
  const items = [...(menu?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])].filter(
    (item) => item.getClientRects().length > 0,
  );
  const next = itemAfterKey({
    key,
    labels: items.map((item) => item.textContent),
    current: items.findIndex((item) => item.matches(":focus")),
  });
  if (next === null) return false;
  items[next]?.focus();
  return true;
}

/** Places the menu below its button, or above it without room below. The ends of their lines are aligned, unless the menu would leave the window. */
function placeBeside(menu: HTMLElement | null, button: HTMLElement | null): void {
  if (!menu || !button) return;
  const at = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const fitsBelow = at.bottom + GAP_PX + menu.offsetHeight <= clientHeight;
  const fitsAbove = at.top - GAP_PX - menu.offsetHeight >= 0;
  const top = fitsBelow || !fitsAbove ? at.bottom + GAP_PX : at.top - GAP_PX - menu.offsetHeight;
  menu.style.top = `${top}px`;
  const end = getComputedStyle(button).direction === "rtl" ? at.left : clientWidth - at.right;
  menu.style.insetInlineEnd = `${Math.max(EDGE_PX, Math.min(end, clientWidth - EDGE_PX - menu.offsetWidth))}px`;
}
