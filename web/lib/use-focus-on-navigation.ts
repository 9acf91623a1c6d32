import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** The page that was last shown. Kept out here: signing in and out exchange one frame for another, and each begins anew. */
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
