import { toast } from "sonner";

const DURATION_MS = 10_000;
/** What messages offer to undo, the newest last. */
const offers = new Map<string | number, () => void>();

/** Says what was done, and offers for ten seconds to undo it, by a button or Ctrl Z. Longer under the pointer and while the message has the focus. A message with the same id is replaced. */
export function offerUndo(message: string, undo: () => void, options: { id?: string } = {}): void {
  const action = { label: "Undo", onClick: undo };
  const id = toast(message, { ...options, duration: DURATION_MS, action });
  removeEndedOffers();
  offers.delete(id);
  offers.set(id, undo);
  // The same function is added only once.
  window.addEventListener("keydown", undoByKey);
}

/** What is offered is what the messages on the screen offer, whatever ended the others. */
function removeEndedOffers(): void {
  const shown = new Set(toast.getToasts().map(({ id }) => id));
  for (const id of offers.keys()) if (!shown.has(id)) offers.delete(id);
}

/** Ctrl Z and ⌘ Z: a field keeps them for what was typed in it, and a dialog asks for something first. */
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
