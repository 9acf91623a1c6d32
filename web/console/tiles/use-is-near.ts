import { useEffect, useState } from "react";

/** Returns whether an element is at most a window's height away from the view, or `guess` until it is measured. An element with the focus counts as near. */
export function useIsNear(element: Element | null, guess: boolean): boolean {
  const [isNear, setNear] = useState(guess);
  useEffect(() => {
    if (!element) return;
    onChange.set(element, (near) => setNear(near || element.contains(document.activeElement)));
    observer.observe(element);
    return () => observer.unobserve(element);
  }, [element]);
  return isNear;
}

const onChange = new WeakMap<Element, (isNear: boolean) => void>();
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) onChange.get(target)?.(isIntersecting);
  },
  { rootMargin: "100% 0%" },
);
