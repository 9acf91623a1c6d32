/** Closes a menu, which opens without scripts, by Escape or a click outside. */
export function enhanceMenu(menu: HTMLDetailsElement, signal: AbortSignal): void {
  document.addEventListener(
    "keydown",
    ({ key }) => {
      if (key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    },
    { signal },
  );
  document.addEventListener(
    "click",
    ({ target }) => {
      if (target instanceof Node && !menu.contains(target)) menu.open = false;
    },
    { signal },
  );
}
