/** Closes a hint that shows while its button has the focus by Escape (WCAG 1.4.13). */
export function enhanceHint(button: HTMLElement): void {
  button.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") button.blur();
  });
}
