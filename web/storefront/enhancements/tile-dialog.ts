import { closeModal, followDialog, openModal } from "../../ui/modal.ts";
import { isPushedTile, pushTile, removeTileFromHistory, tileInUrl } from "../creator/tile-history.ts";
import { getPart, isPlainClick } from "../enhance-runtime/parts.ts";

/**
 * Shows a tile's detail over the page. The page contains every detail in a template after its link. A detail that the
 * server's HTML shows becomes modal.
 */
export function enhanceTileDialog(dialog: HTMLDialogElement, signal: AbortSignal): void {
  const detail = getPart(dialog, "detail", HTMLElement);
  let isShown = false;
  const show = (template: HTMLTemplateElement) => {
    isShown = true;
    detail.replaceChildren(template.content.cloneNode(true));
    openModal(dialog);
  };
  const hide = () => {
    isShown = false;
    closeModal(dialog);
    detail.replaceChildren();
  };
  const leave = () => {
    if (!isShown) return;
    hide();
    if (isPushedTile()) history.back();
    else removeTileFromHistory(Number(dialog.dataset.from));
  };

  document.addEventListener(
    "click",
    (event) => {
      const link =
        event.target instanceof Element ? event.target.closest("a[data-tile],button[data-tile]") : null;
      const template = link && templateOf(link);
      if (!template || !isPlainClick(event)) return;
      event.preventDefault();
      dialog.toggleAttribute("data-plays", link?.localName === "button");
      show(template);
      pushTile(Number(link?.getAttribute("data-tile")));
    },
    { signal },
  );
  addEventListener(
    "popstate",
    () => {
      const id = tileInUrl();
      const template = id === null ? null : findTemplate(String(id));
      if (template) show(template);
      else hide();
    },
    { signal },
  );
  followDialog(dialog, { onLeave: leave, onForced: leave, dismissOnBackdrop: () => true }, signal);
  if (dialog.open) {
    isShown = true;
    openModal(dialog);
  }
}

/** Returns the detail that a link opens in place. Another link to a tile opens that tile's detail; a link to another site opens none. */
function templateOf(link: Element): HTMLTemplateElement | null {
  return link.hasAttribute("target") ? null : findTemplate(link.getAttribute("data-tile") ?? "");
}

function findTemplate(id: string): HTMLTemplateElement | null {
  return document.querySelector<HTMLTemplateElement>(`[data-tile="${CSS.escape(id)}"] + template`);
}
