import { useEffect, useLayoutEffect } from "react";

let isFailing = false;

/** Returns whether components are unmounted because their page failed. */
export const isPageFailing = () => isFailing;

/** Called by the message that replaces a failed page. The page's forms then store their text when they are unmounted. */
export function usePageFailure(): void {
  // React runs layout effects, then clean-ups of unmounted components, then other effects.
  useLayoutEffect(() => {
    isFailing = true;
  }, []);
  useEffect(() => {
    isFailing = false;
  }, []);
}
