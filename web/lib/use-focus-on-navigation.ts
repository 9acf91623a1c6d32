import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { keepsForm } from "./unsaved-changes.ts";

/** The last page. Outside the hook: signing in and out replaces the layout and with it all its state. */
let shown: string | undefined;

/** Moves the focus to the new page, as a full navigation would. A page has its own path, unless the caller knows better. */
export function useFocusOnNavigation(page?: string): RefObject<HTMLElement | null> {
  const location = useLocation();
  const opened = page ?? location.pathname;
  const staysInForm = keepsForm(location);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (shown !== undefined && shown !== opened && !staysInForm) main.current?.focus({ preventScroll: true });
    shown = opened;
  }, [opened, staysInForm]);
  return main;
}
