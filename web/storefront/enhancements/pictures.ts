import { readingStep } from "../../lib/reading-step.ts";
import { closeModal, followDialog, openModal } from "../../ui/modal.ts";
import { findPart, getPart, isPlainClick } from "../enhance-runtime/parts.ts";

/** Opens the pictures of a product in a dialog with swiping, arrows and zoom. Swiping is native scrolling. */
export function enhancePictures(root: HTMLElement, signal: AbortSignal): void {
  const viewer = getPart(root, "viewer", HTMLDialogElement);
  const stage = getPart(viewer, "stage", HTMLElement);
  const zoomButton = getPart(viewer, "zoom", HTMLButtonElement);
  const links = [...root.querySelectorAll<HTMLAnchorElement>(".picture-link")];
  const current = () => Math.round(Math.abs(stage.scrollLeft) / stage.clientWidth);
  const zoom = (isZoomed: boolean) => {
    stage.classList.toggle("is-zoomed", isZoomed);
    zoomButton.ariaPressed = String(isZoomed);
    // Its corner may show only the background.
    if (isZoomed)
      stage.children[current()]?.firstElementChild?.scrollIntoView({ block: "center", inline: "center" });
  };
  const show = (index: number) => {
    const place = stage.children[index];
    if (!place) return;
    zoom(false);
    place.scrollIntoView({ block: "nearest", inline: "start" });
  };
  const step = (by: number) => show(current() + by);
  const close = () => {
    const opener = links[current()];
    closeModal(viewer);
    opener?.focus();
  };

  for (const [index, link] of links.entries())
    link.addEventListener(
      "click",
      (event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        stage.replaceChildren(...links.map((link) => frameOf(link, root.dataset.failure)));
        openModal(viewer);
        show(index);
        stage.focus();
      },
      { signal },
    );
  viewer.addEventListener(
    "click",
    ({ target }) => target instanceof HTMLImageElement && zoom(zoomButton.ariaPressed !== "true"),
  );
  zoomButton.addEventListener("click", () => zoom(zoomButton.ariaPressed !== "true"));
  findPart(viewer, "back", HTMLButtonElement)?.addEventListener("click", () => step(-1));
  findPart(viewer, "next", HTMLButtonElement)?.addEventListener("click", () => step(1));
  viewer.addEventListener("keydown", (event) => {
    const by = readingStep(event.key, stage);
    if (by === 0 || zoomButton.ariaPressed === "true") return;
    event.preventDefault();
    step(by);
  });
  followDialog(viewer, { onLeave: close, onForced: close, dismissOnBackdrop: () => true }, signal);
}

/** Returns the full picture of a link, or an error message. The description is read aloud as on the page. */
function frameOf(link: HTMLAnchorElement, failure = ""): HTMLElement {
  const frame = document.createElement("div");
  const image = new Image();
  image.src = link.href;
  image.alt = link.querySelector("img")?.alt ?? "";
  image.loading = "lazy";
  image.referrerPolicy = "no-referrer";
  image.addEventListener("error", () => {
    const text = document.createElement("p");
    text.textContent = failure;
    image.replaceWith(text);
  });
  frame.append(image);
  return frame;
}
