import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { keepsForm } from "./unsaved-changes.ts";

/** The last page. Outside the hook, because signing in and out replaces the layout and its state. */
let shown: string | undefined;

/** Focuses the new page, like a full navigation. By default, each path is a page. */
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
