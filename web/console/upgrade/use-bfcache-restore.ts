import { useEffect, useEffectEvent } from "react";

/** Runs when the browser brings the page back from its back-forward cache, where the state is as it was on leaving. */
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
