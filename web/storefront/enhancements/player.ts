import { getPart } from "../enhance-runtime/parts.ts";
import { track } from "./track.ts";
import { creatorIdOf } from "./visit.ts";

/** Plays a tile's media in place of its image. Requests nothing from that site before the button is pressed. */
export function enhancePlayer(detail: HTMLElement): void {
  const button = getPart(detail, "play", HTMLButtonElement);
  button.addEventListener("click", () => {
    const { content } = getPart(detail, "player", HTMLTemplateElement);
    const picture = getPart(detail, "picture", HTMLElement);
    picture.replaceChildren(content.cloneNode(true));
    button.hidden = true;
    detail.dataset.playing = "";
    picture.querySelector("iframe")?.focus();
    track({ creatorId: creatorIdOf(detail), tileId: Number(detail.dataset.tile), event: "play" });
  });
  // Opened by the button beside the tile, which has the same label.
  const dialog = detail.closest("[data-plays]");
  dialog?.removeAttribute("data-plays");
  if (dialog) button.click();
}
