import { type RefObject, useEffect } from "react";

/**
 * Blocks Escape while a dialog's request is in progress, because browsers let a page prevent the close only once. A dialog
 * above it, such as a request for proof, can be closed.
 */
export function useBlockEscape(dialog: RefObject<HTMLElement | null>, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const block = (event: KeyboardEvent) => {
      const focused = event.target instanceof Element ? event.target.closest("dialog:modal") : null;
      if (event.key === "Escape" && (focused === null || focused === dialog.current)) event.preventDefault();
    };
    window.addEventListener("keydown", block, { capture: true });
    return () => window.removeEventListener("keydown", block, { capture: true });
  }, [dialog, active]);
}
