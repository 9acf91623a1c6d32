/**
 * Adds behaviour to an element of a server-rendered page. It runs once for each element that names it in `data-enhance`,
 * also for elements that a script adds later. `signal` is aborted when the element leaves the page: listeners on `window`
 * or `document` take it.
 */
export type Enhancement<E extends HTMLElement = HTMLElement> = (element: E, signal: AbortSignal) => void;

/** Enhancements by the name that `data-enhance` has for them. */
export type Enhancements = Readonly<Record<string, Enhancement<never>>>;

const HOOK = "[data-enhance]";

/** Runs the enhancements that elements of `root` name, now and whenever elements are added. Returns what ends them all. */
export function startEnhancements(enhancements: Enhancements, root: HTMLElement): () => void {
  const running = new Map<HTMLElement, AbortController>();

  const enhance = (element: HTMLElement) => {
    if (running.has(element)) return;
    const controller = new AbortController();
    running.set(element, controller);
    for (const name of element.dataset.enhance?.split(" ") ?? []) {
      try {
        // The compiler checks the names; a test of the component shows that it is on the right element.
        (enhancements[name] as Enhancement | undefined)?.(element, controller.signal);
      } catch (error) {
        // The rest of the page still works: links and forms need no scripts, and other enhancements are independent.
        // biome-ignore lint/suspicious/noConsole: a defect must be visible in the console
        console.error(`The enhancement "${name}" failed.`, error);
      }
    }
  };
  const look = () => {
    for (const element of root.querySelectorAll<HTMLElement>(HOOK)) enhance(element);
    for (const [element, controller] of running) {
      if (root.contains(element)) continue;
      controller.abort();
      running.delete(element);
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true });
  look();
  return () => {
    observer.disconnect();
    for (const controller of running.values()) controller.abort();
    running.clear();
  };
}
