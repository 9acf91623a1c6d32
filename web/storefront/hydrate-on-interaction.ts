/** What a visitor does first when about to use the page. */
const INTERACTION_EVENTS = ["pointerover", "pointerdown", "touchstart", "keydown", "focusin"] as const;

/**
 * Brings the page to life when somebody starts to use it, not before: reading needs no scripts, and a phone is spared
 * the work. A click that arrives meanwhile is kept and made again; should the scripts not load, a link still leads on.
 */
export function hydrateOnInteraction(hydratePage: () => Promise<void>): void {
  let isStarted = false;
  let pendingClick: HTMLElement | null = null;

  const start = () => {
    if (isStarted) return;
    isStarted = true;
    void hydratePage().then(finish, finish);
  };
  const captureClick = (event: MouseEvent) => {
    start();
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target.closest("[data-live]") : null;
    if (!(target instanceof HTMLElement)) return;
    event.preventDefault();
    event.stopPropagation();
    pendingClick = target;
  };
  const finish = () => {
    for (const type of INTERACTION_EVENTS) window.removeEventListener(type, start, true);
    window.removeEventListener("click", captureClick, true);
    pendingClick?.click();
  };
  for (const type of INTERACTION_EVENTS)
    window.addEventListener(type, start, { capture: true, passive: true });
  window.addEventListener("click", captureClick, true);
}
