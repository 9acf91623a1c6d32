import { type RefObject, useEffect, useRef } from "react";

/** Focuses an element when it appears, for example a message that replaced a form. */
export function useAutoFocus<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    target.current?.focus();
  }, []);
  return target;
}
