import { type RefObject, useEffect, useRef, useState } from "react";

/** Gives the focus a place when the button that opened the question went away with its thing. */
export function useFocusAfterDelete(): [RefObject<HTMLHeadingElement | null>, () => void] {
  const heading = useRef<HTMLHeadingElement>(null);
  const [deletions, setDeletions] = useState(0);
  // In an effect, so that the dialog has closed and given the focus back to nothing.
  useEffect(() => {
    if (deletions > 0) heading.current?.focus();
  }, [deletions]);
  return [heading, () => setDeletions((count) => count + 1)];
}
