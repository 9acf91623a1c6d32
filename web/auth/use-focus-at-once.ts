import { type RefObject, useEffect, useRef } from "react";

/** Gives the focus to what took the place of a form, so that it is read out and the keyboard goes on from there. */
export function useFocusAtOnce(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
