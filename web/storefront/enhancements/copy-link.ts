import { copyText } from "../../lib/copy-text.ts";
import { getPart } from "../enhance-runtime/parts.ts";

/** Copies the page's own URL. */
export function enhanceCopyLink(element: HTMLElement): void {
  const button = getPart(element, "copy", HTMLButtonElement);
  const copied = getPart(element, "copied", HTMLElement);
  button.hidden = false;
  button.addEventListener("click", async () => {
    const isCopied = await copyText(location.href);
    button.hidden = isCopied;
    copied.textContent = copied.dataset[isCopied ? "copied" : "failed"] ?? "";
  });
}
