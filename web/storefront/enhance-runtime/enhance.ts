/**
 * Adds behaviour to an element of a server-rendered page. It runs once for each element with its name in `data-enhance`,
 * also for elements that a script adds later. `signal` is aborted when the element leaves the page; listeners on `window`
 * or `document` use it.
 */
export type Enhancement<E extends HTMLElement = HTMLElement> = (element: E, signal: AbortSignal) => void;

/** Enhancements by their name in `data-enhance`. */
export type Enhancements = Readonly<Record<string, Enhancement<never>>>;

const HOOK = "[data-enhance]";

/** Runs the enhancements of elements in `root`, now and whenever elements are added. Returns a function that ends them all. */
export function startEnhancements(enhancements: Enhancements, root: HTMLElement): () => void {
  const running = new Map<HTMLElement, AbortController>();

  const enhance = (element: HTMLElement) => {
    if (running.has(element)) return;
    const controller = new AbortController();
    running.set(element, controller);
    for (const name of element.dataset.enhance?.split(" ") ?? []) {
      try {
        // The compiler checks the names; component tests show that each is on the right element.
        (enhancements[name] as Enhancement | undefined)?.(element, controller.signal);
      } catch (error) {
        // The rest of the page still works: links and forms need no scripts.
        // biome-ignore lint/suspicious/noConsole: a defect must appear in the console
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
