import { copyText } from "../lib/copy-text.ts";

/** Makes the link of a share panel copyable, and offers the device's share sheet where there is one. */
export function enhanceSharePanel(panel: HTMLElement | null): void {
  const field = panel?.querySelector("input");
  if (!panel || !field) return;
  const part = (name: string) => panel.querySelector<HTMLElement>(`[data-part=${name}]`);
  const url = field.value;
  field.addEventListener("focus", () => field.select());
  // An opening dialog focuses it at once.
  if (document.activeElement === field) field.select();
  const showCopied = (isCopied: boolean) => {
    part("copied")?.toggleAttribute("hidden", !isCopied);
    part("copy")?.toggleAttribute("hidden", isCopied);
    const status = part("status");
    status?.replaceChildren((isCopied && status.dataset.copied) || "");
  };
  part("copy-button")?.addEventListener("click", async () => showCopied(await copyText(url)));

  const sheetButton = part("sheet-button");
  if (!sheetButton || typeof navigator.share !== "function") return;
  sheetButton.hidden = false;
  // Rejected when the sheet is dismissed.
  sheetButton.addEventListener("click", () => void navigator.share({ url }).catch(() => undefined));
}
