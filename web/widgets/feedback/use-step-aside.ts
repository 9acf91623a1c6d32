import { type RefObject, useEffect, useState } from "react";

const CONTROLS = "a[href], button, input, select, textarea, label, summary";

/** True while a floating element would lie over something to tap: on a phone there is no room beside it. */
export function useStepAside(floating: RefObject<HTMLElement | null>, shown: boolean): boolean {
  const [aside, setAside] = useState(false);
  useEffect(() => {
    if (!shown) return;
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
  }, [floating, shown]);
  return shown && aside;
}

function liesOverControl(element: HTMLElement | null): boolean {
  if (!element) return false;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const columns = [left, (left + right) / 2, right - 1];
  const rows = [top, (top + bottom) / 2, bottom - 1];
  return columns.some((x) =>
    rows.some((y) => {
      const below = document.elementsFromPoint(x, y).find((each) => !element.contains(each));
      return below?.closest(CONTROLS) != null;
    }),
  );
}
