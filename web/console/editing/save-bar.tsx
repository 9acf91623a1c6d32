import { type ReactNode, useLayoutEffect, useRef } from "react";

/** The bar with a form's save button, always in view. Its measured height keeps focused fields clear of it. */
export function SaveBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty("--save-bar", `${bar.current?.offsetHeight ?? 0}px`);
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty("--save-bar");
    };
  }, []);
  return (
    <div
      ref={bar}
      className="save-bar sticky bottom-(--bottom-bar) z-10 -mx-4 grid grid-cols-1 gap-3 border-t border-line bg-ground px-4 py-3 sm:mx-0 sm:px-0"
    >
      {children}
    </div>
  );
}
