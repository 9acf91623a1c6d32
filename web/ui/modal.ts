import { scrollToFocused } from "../lib/scroll-to-focused.ts";

/** Opens a native dialog as a modal one. A dialog that the server's HTML shows as a panel becomes modal. */
export function openModal(dialog: HTMLDialogElement): void {
  if (dialog.matches(":modal")) return;
  keepScrollbarPlace();
  dialog.removeAttribute("open");
  dialog.showModal();
  focusFirstField(dialog);
}

/** The focus before a panel opened: browsers restore it for modal dialogs only. */
const openers = new WeakMap<HTMLDialogElement, Element>();

/** Opens a native dialog as a panel within the page, which stays usable. */
export function openPanel(dialog: HTMLDialogElement): void {
  if (dialog.open && !dialog.matches(":modal")) return;
  if (document.activeElement && !dialog.open) openers.set(dialog, document.activeElement);
  dialog.close();
  dialog.show();
  focusFirstField(dialog);
  // As high as the window, it would otherwise start at the current scroll position.
  dialog.scrollIntoView({ block: "start" });
}

/** Closes a dialog and returns the focus. */
export function closeModal(dialog: HTMLDialogElement): void {
  if (dialog.open) dialog.close();
  releaseScrollbarPlace();
  const opener = openers.get(dialog);
  if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
  openers.delete(dialog);
}

type Leaving = {
  /** Called if the user closes it: by Escape, the back gesture, a click outside, or an element with `data-close`. */
  onLeave: () => void;
  /** The browser has closed it by itself, for example on a second Escape. */
  onForced: () => void;
  /** False if a click outside would lose something. */
  dismissOnBackdrop: () => boolean;
};

/** Listens for every way to close a dialog, until `signal` is aborted. `onLeave` decides whether it closes. */
export function followDialog(
  dialog: HTMLDialogElement,
  { onLeave, onForced, dismissOnBackdrop }: Leaving,
  signal: AbortSignal,
): void {
  const isOutside = (event: Event) => event.target === dialog;
  let pressedOutside = false;
  const leave = (event: Event) => {
    event.preventDefault();
    onLeave();
  };
  dialog.addEventListener("focusin", scrollToFocused, { signal });
  // A file picker inside the dialog also sends `cancel`.
  dialog.addEventListener("cancel", (event) => event.target === dialog && leave(event), { signal });
  dialog.addEventListener("close", (event) => event.target === dialog && !dialog.open && onForced(), {
    signal,
  });
  // Browsers close only modal dialogs on Escape.
  window.addEventListener(
    "keydown",
    (event) => {
      // While letters are composed from several keys, Escape only cancels the composition.
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || !dialog.open) return;
      // A modal dialog, or an open menu, closes first.
      const isInMenu = event.target instanceof Element && event.target.closest("[popover]");
      if (!isInMenu && !document.querySelector("dialog:modal")) leave(event);
    },
    { signal },
  );
  dialog.addEventListener(
    "mousedown",
    (event) => {
      // Ignore the second half of a double click on the button that opened the dialog.
      pressedOutside = isOutside(event) && event.detail < 2;
    },
    { signal },
  );
  dialog.addEventListener(
    "click",
    (event) => {
      if (isOutside(event)) {
        if (pressedOutside && dismissOnBackdrop()) onLeave();
      } else if (event.target instanceof Element && event.target.closest("[data-close]")) leave(event);
    },
    { signal },
  );
}

/** Keeps the place of the page's scrollbar, which a modal dialog hides, so that the page behind does not move. */
function keepScrollbarPlace() {
  const page = document.documentElement;
  if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = "stable";
}

function releaseScrollbarPlace() {
  if (!document.querySelector("dialog:modal")) document.documentElement.style.scrollbarGutter = "";
}

/** Focuses the first field, because the browser would focus a scroller in the dialog. */
export function focusFirstField(dialog: HTMLDialogElement) {
  dialog.querySelector<HTMLElement>("select, textarea, input:not([type=hidden])")?.focus();
}
