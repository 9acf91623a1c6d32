import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** The last page. Outside the hook: signing in and out replaces the layout and with it all its state. */
let shown: string | undefined;

/** Moves the focus to the new page, as a full navigation would. A page has its own path, unless the caller knows better. */
export function useFocusOnNavigation(page?: string): RefObject<HTMLElement | null> {
  const { pathname } = useLocation();
  const opened = page ?? pathname;
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (shown !== undefined && shown !== opened) main.current?.focus({ preventScroll: true });
    shown = opened;
  }, [opened]);
  return main;
}
