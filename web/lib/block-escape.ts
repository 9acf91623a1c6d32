import { useEffect } from "react";

/** Keeps Escape from closing a dialog while its work is under way: browsers grant a refusal to close only once. */
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
