import { useEffect, useLayoutEffect } from "react";

let isFailing = false;

/** Returns whether components are unmounted because their page failed. */
export const isPageFailing = () => isFailing;

/** Called by what takes the place of a page that failed: the forms of that page store what was typed as they are unmounted. */
export function usePageFailure(): void {
  // React runs layout effects, then the clean-up of what was unmounted, then the other effects.
  useLayoutEffect(() => {
    isFailing = true;
  }, []);
  useEffect(() => {
    isFailing = false;
  }, []);
}
