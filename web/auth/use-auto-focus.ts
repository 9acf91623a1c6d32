import { type RefObject, useEffect, useRef } from "react";

/** Moves the focus to an element when it appears: a message that took the place of a form, for instance. */
export function useAutoFocus<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    target.current?.focus();
  }, []);
  return target;
}
