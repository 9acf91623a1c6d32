import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** The path of the last page. Outside the hook: signing in and out replaces the layout and with it all its state. */
let shown: string | undefined;

/** Moves the focus to the new page, as a full navigation would. */
export function useFocusOnNavigation(): RefObject<HTMLElement | null> {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (shown !== undefined && shown !== pathname) main.current?.focus({ preventScroll: true });
    shown = pathname;
  }, [pathname]);
  return main;
}
