import { useEffect, useState } from "react";

/** Whether an element is in view or within a window's height of it, at first by the given guess. One that has the focus stays near. */
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
