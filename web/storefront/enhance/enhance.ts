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
        // The compiler knows the names; that a component has put one on the right element is for its test to show.
        (enhancements[name] as Enhancement | undefined)?.(element, controller.signal);
      } catch (error) {
        // The page goes on: links and forms work without scripts, and so does everything else that is enhanced.
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
