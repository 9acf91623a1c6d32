import { useEffect, useState } from "react";

/** Returns whether an element is within a window's height of the view, starting with a guess. A focused element counts as near. */
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
