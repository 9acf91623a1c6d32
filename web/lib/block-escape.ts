import { useEffect } from "react";

/** Blocks Escape while a dialog's request is in progress: browsers let a page prevent the close only once. */
export function useBlockEscape(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const block = (event: KeyboardEvent) => {
      if (event.key === "Escape") event.preventDefault();
    };
    window.addEventListener("keydown", block, { capture: true });
    return () => window.removeEventListener("keydown", block, { capture: true });
  }, [active]);
}
