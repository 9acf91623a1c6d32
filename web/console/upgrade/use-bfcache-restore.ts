import { useEffect, useEffectEvent } from "react";

/** Runs when the browser restores the page, with its old state, from the back-forward cache. */
export function useBfcacheRestore(onReturn: () => void): void {
  const restore = useEffectEvent(onReturn);
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => {
      if (event.persisted) restore();
    };
    window.addEventListener("pageshow", listen);
    return () => window.removeEventListener("pageshow", listen);
  }, []);
}
