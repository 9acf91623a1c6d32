import { closeModal, followDialog, openModal } from "../../ui/modal.ts";
import { getPart } from "../enhance-runtime/parts.ts";
import { track } from "./track.ts";
import { creatorIdOf } from "./visit.ts";

/** Opens the dialog with a page's QR code and link. Its content is cloned from a template, so that it is reset each time. */
export function enhanceShare(element: HTMLElement, signal: AbortSignal): void {
  const dialog = getPart(element, "dialog", HTMLDialogElement);
  const content = getPart(element, "content", HTMLTemplateElement);
  const close = () => {
    closeModal(dialog);
    dialog.replaceChildren();
  };
  followDialog(dialog, { onLeave: close, onForced: close, dismissOnBackdrop: () => true }, signal);
  getPart(element, "button", HTMLButtonElement).addEventListener("click", () => {
    dialog.replaceChildren(content.content.cloneNode(true));
    openModal(dialog);
    track({ creatorId: creatorIdOf(element), event: "profile_share" });
  });
}
