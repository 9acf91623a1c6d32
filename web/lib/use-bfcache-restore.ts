import { useEffect, useRef } from "react";

/** Runs when the browser brings the page back from its back-forward cache, where the state is as it was on leaving. */
export function useBfcacheRestore(onReturn: () => void): void {
  const latest = useRef(onReturn);
  useEffect(() => {
    latest.current = onReturn;
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => {
      if (event.persisted) latest.current();
    };
    window.addEventListener("pageshow", listen);
    return () => window.removeEventListener("pageshow", listen);
  }, []);
}
