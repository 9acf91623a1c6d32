import { type RefObject, useEffect, useRef } from "react";

/** For a place whose controls take turns: when the one that had the focus goes with a change of `turn`, the first of those that came gets it. */
export function useFocusFallback<Place extends HTMLElement>(turn: string): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const before = useRef(turn);
  useEffect(() => {
    if (before.current === turn) return;
    before.current = turn;
    // Anywhere else it is where the person put it.
    if (document.activeElement !== document.body) return;
    place.current?.querySelector<HTMLElement>("input, button")?.focus({ preventScroll: true });
  }, [turn]);
  return place;
}

/** The turns of an upload's controls: to pick a file, to wait for it, to exchange or remove it. */
export function uploadPhase({ running, attached }: { running: boolean; attached: boolean }): string {
  if (running) return "running";
  return attached ? "attached" : "empty";
}
