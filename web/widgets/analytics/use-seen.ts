import { type RefObject, useEffect, useRef, useState } from "react";

/** How near to the screen counts as seen: what is drawn late is there in time. */
const NEAR = "200px";

/** True once the element has come near the screen. */
export function useSeen<Element extends HTMLElement>(): [RefObject<Element | null>, boolean] {
  const element = useRef<Element>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (seen || !watched) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: NEAR },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [seen]);
  return [element, seen];
}
