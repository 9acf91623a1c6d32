import { toast } from "sonner";
import { t } from "../../../contract/texts.ts";

const DURATION_MS = 10_000;
/** The undo actions of visible messages, the newest last. */
const offers = new Map<string | number, () => void>();

/** Reports an action and offers for ten seconds to undo it, by button or Ctrl Z. Hovering and focus extend the time. A message with the same id is replaced. */
export function offerUndo(message: string, undo: () => void, options: { id?: string } = {}): void {
  const action = { label: t("Undo"), onClick: undo };
  const id = toast(message, { ...options, duration: DURATION_MS, action });
  removeEndedOffers();
  offers.delete(id);
  offers.set(id, undo);
  // The window adds the same listener only once.
  window.addEventListener("keydown", undoByKey);
}

/** Removes the offers whose messages are no longer on the screen. */
function removeEndedOffers(): void {
  const shown = new Set(toast.getToasts().map(({ id }) => id));
  for (const id of offers.keys()) if (!shown.has(id)) offers.delete(id);
}

/** Undoes the newest action by Ctrl Z or ⌘ Z, except in a field, which undoes its own text, and behind a dialog. */
function undoByKey(event: KeyboardEvent): void {
  const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!isShortcut || event.key.toLowerCase() !== "z" || event.defaultPrevented) return;
  const isInField = event.target instanceof Element && event.target.closest(FIELDS) !== null;
  removeEndedOffers();
  const newest = [...offers].at(-1);
  if (!newest || isInField || document.querySelector("dialog:modal")) return;
  event.preventDefault();
  const [id, undo] = newest;
  toast.dismiss(id);
  undo();
}

const FIELDS = "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])";
