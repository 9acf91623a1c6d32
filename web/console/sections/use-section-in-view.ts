import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** The upper part of the window in which the section in view must begin. */
const BEGINS_WITHIN = 0.35;
const INPUTS = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

type SectionInView<Id> = {
  area: RefObject<HTMLDivElement | null>;
  /** The section in the URL, if there is one. */
  requested: Id | undefined;
  inView: Id | undefined;
};

/** Returns the section in view, and scrolls to the one in the URL, also while others are loading. */
export function useSectionInView<Id extends string>(ids: readonly Id[]): SectionInView<Id> {
  const { hash, state, key } = useLocation();
  const requestedId: unknown = hash === "" ? state?.section : hash.slice(1);
  const requested = ids.find((each) => each === requestedId);
  const area = useRef<HTMLDivElement>(null);
  const linked = useRef<HTMLElement>(null);
  const [inView, setInView] = useState(ids[0]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each click on a link scrolls to its section
  useEffect(() => {
    const section = requested && document.getElementById(requested);
    if (!section) return;
    linked.current = section;
    section.scrollIntoView();
    // Focus the heading later, because the console first focuses the new page as a whole.
    queueMicrotask(() => section.querySelector("h3")?.focus({ preventScroll: true }));
  }, [requested, key]);

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
  return { area, requested, inView };
}

function findInView<Id extends string>(ids: readonly Id[]): Id | undefined {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  const isAtEnd = scrollHeight > clientHeight && scrollTop + clientHeight >= scrollHeight - 2;
  // A phone shows one section, or none.
  const shown = ids.filter((id) => document.getElementById(id)?.getClientRects().length);
  const begun = shown.filter((id) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return isAtEnd || (top !== undefined && top < clientHeight * BEGINS_WITHIN);
  });
  return begun.at(-1) ?? shown[0];
}
