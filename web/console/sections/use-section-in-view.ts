import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** The part of the window, from the top, in which a section must begin to count as the one in view. */
const BEGINS_WITHIN = 0.35;
const INPUTS = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** Returns the section in view, and leads to the one that the URL or the link names: it stays in place while others are loading. */
export function useSectionInView<Id extends string>(
  ids: readonly Id[],
): { area: RefObject<HTMLDivElement | null>; inView: Id | undefined } {
  const { hash, state, key } = useLocation();
  const wanted: unknown = hash === "" ? state?.section : hash.slice(1);
  const area = useRef<HTMLDivElement>(null);
  const linked = useRef<HTMLElement>(null);
  const [inView, setInView] = useState(ids[0]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link leads to its section each time
  useEffect(() => {
    const id = ids.find((each) => each === wanted);
    const section = id && document.getElementById(id);
    if (!section) return;
    linked.current = section;
    section.scrollIntoView();
    // After the frame of the console has given the focus to a new page as a whole.
    queueMicrotask(() => section.querySelector("h3")?.focus({ preventScroll: true }));
  }, [wanted, key]);

  useEffect(() => {
    if (!area.current) return;
    const page = new AbortController();
    const options = { signal: page.signal, passive: true };
    const update = () => setInView(linked.current ? (linked.current.id as Id) : findInView(ids));
    const growth = new ResizeObserver(() => {
      linked.current?.scrollIntoView();
      update();
    });
    growth.observe(area.current);
    window.addEventListener("scroll", update, options);
    const unlink = () => {
      linked.current = null;
    };
    for (const input of INPUTS) window.addEventListener(input, unlink, options);
    return () => {
      page.abort();
      growth.disconnect();
    };
  }, [ids]);
  return { area, inView };
}

function findInView<Id extends string>(ids: readonly Id[]): Id | undefined {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  const isAtEnd = scrollHeight > clientHeight && scrollTop + clientHeight >= scrollHeight - 2;
  const begun = ids.filter((id) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return isAtEnd || (top !== undefined && top < clientHeight * BEGINS_WITHIN);
  });
  return begun.at(-1) ?? ids[0];
}
