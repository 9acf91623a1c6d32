import { type RefObject, useEffect, useState } from "react";

const CONTROLS = "a[href], button, input, select, textarea, label, summary";
/** Half a finger. */
const STEP = 22;

/** True while a floating element would lie over something to tap: on a phone there is no room beside it. */
export function useStepAside(floating: RefObject<HTMLElement | null>): boolean {
  const [aside, setAside] = useState(false);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setAside(liesOverControl(floating.current)));
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(document.body);
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [floating]);
  return aside;
}

function liesOverControl(element: HTMLElement | null): boolean {
  if (!element) return false;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const columns = pointsOf(left, right);
  const rows = pointsOf(top, bottom);
  return columns.some((x) =>
    rows.some((y) => {
      const below = document.elementsFromPoint(x, y).find((each) => !element.contains(each));
      return below?.closest(CONTROLS) != null;
    }),
  );
}

/** Places between two edges, so near to each other that nothing made for a finger lies between them unseen. */
function pointsOf(from: number, to: number): number[] {
  const steps = Math.max(1, Math.ceil((to - from) / STEP));
  return Array.from({ length: steps + 1 }, (_, place) => from + (place * (to - 1 - from)) / steps);
}
