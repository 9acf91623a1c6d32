/** What a visitor does first when about to use the page. */
const SIGNS = ["pointerover", "pointerdown", "touchstart", "keydown", "focusin"] as const;

/**
 * Brings the page to life when somebody starts to use it, not before: reading needs no scripts, and a phone is spared
 * the work. A click that arrives meanwhile is kept and made again; should the scripts not load, a link still leads on.
 */
export function atFirstTouch(bringToLife: () => Promise<void>): void {
  let begun = false;
  let kept: HTMLElement | null = null;

  const begin = () => {
    if (begun) return;
    begun = true;
    void bringToLife().then(finish, finish);
  };
  const keep = (event: MouseEvent) => {
    begin();
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target.closest("[data-live]") : null;
    if (!(target instanceof HTMLElement)) return;
    event.preventDefault();
    event.stopPropagation();
    kept = target;
  };
  const finish = () => {
    for (const sign of SIGNS) window.removeEventListener(sign, begin, true);
    window.removeEventListener("click", keep, true);
    kept?.click();
  };
  for (const sign of SIGNS) window.addEventListener(sign, begin, { capture: true, passive: true });
  window.addEventListener("click", keep, true);
}
