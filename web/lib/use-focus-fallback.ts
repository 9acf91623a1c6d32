import { type RefObject, useEffect, useRef } from "react";

const CONTROLS = "a[href], button:not(:disabled), input:not(:disabled), select, textarea";

/**
 * Keeps the focus in an area whose focused control disappeared or was disabled. When `state` changes and the focus
 * was lost, moves it to the area if it is focusable, otherwise to the area's first visible control, or to the page's
 * content if the area has disappeared. An undefined `state` means that the area is still loading, so no focus can have been lost.
 */
export function useFocusFallback<Area extends HTMLElement>(state: unknown): RefObject<Area | null> {
  const area = useRef<Area>(null);
  const before = useRef(state);
  useEffect(() => {
    if (Object.is(before.current, state)) return;
    const wasLoading = before.current === undefined;
    before.current = state;
    if (wasLoading) return;
    // Otherwise the focus is where the user put it.
    const { activeElement } = document;
    if (activeElement !== document.body && !activeElement?.matches(":disabled")) return;
    const controls = Array.from(area.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? []);
    const target = area.current?.hasAttribute("tabindex")
      ? area.current
      : controls.find((control) => control.getClientRects().length > 0);
    (target ?? document.querySelector("main"))?.focus({ preventScroll: true });
  }, [state]);
  return area;
}

/** The states of an upload with different controls: to choose a file, to wait, to replace or remove it. */
export function uploadPhase({ running, attached }: { running: boolean; attached: boolean }): string {
  if (running) return "running";
  return attached ? "attached" : "empty";
}
