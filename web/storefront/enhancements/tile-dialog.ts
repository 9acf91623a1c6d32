import { closeModal, followDialog, openModal } from "../../ui/modal.ts";
import { forgetTile, isPushedTile, pushTile, tileInUrl } from "../creator/tile-history.ts";
import { isPlainClick } from "../enhance/parts.ts";

/**
 * Shows a tile in detail over the page. The page carries the detail of every tile that has one, in a template after its
 * link; a detail that the server's HTML shows becomes modal.
 */
export function enhanceTileDialog(dialog: HTMLDialogElement, signal: AbortSignal): void {
  let isShown = false;
  const show = (template: HTMLTemplateElement) => {
    isShown = true;
    dialog.replaceChildren(template.content.cloneNode(true));
    openModal(dialog);
  };
  const hide = () => {
    isShown = false;
    closeModal(dialog);
    dialog.replaceChildren();
  };
  const leave = () => {
    if (!isShown) return;
    hide();
    if (isPushedTile()) history.back();
    else forgetTile(Number(dialog.dataset.from));
  };

  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[data-tile]") : null;
      const detail = link?.nextElementSibling;
      if (!(detail instanceof HTMLTemplateElement) || !isPlainClick(event)) return;
      event.preventDefault();
      show(detail);
      pushTile(Number(link?.getAttribute("data-tile")));
    },
    { signal },
  );
  addEventListener(
    "popstate",
    () => {
      const id = tileInUrl();
      const detail = id && document.querySelector(`a[data-tile="${id}"] + template`);
      if (detail instanceof HTMLTemplateElement) show(detail);
      else hide();
    },
    { signal },
  );
  followDialog(dialog, { onLeave: leave, onForced: leave, closesBeside: () => true }, signal);
  if (dialog.open) {
    isShown = true;
    openModal(dialog);
  }
}
