/** Closes a focused button's hint by Escape (WCAG 1.4.13). */
export function enhanceHint(button: HTMLElement): void {
  button.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") button.blur();
  });
}
