import { startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigation } from "react-router";

/** Long enough to avoid a request for every letter. */
const TYPING_MS = 300;

/** Returns the text of a search field and its setter. `onSearch` is called after a pause in typing. A search that changes elsewhere, for example by Back, replaces the text. */
export function useDebouncedValue(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const known = useRef(search);
  const settled = useSettled(text.trim());
  const isIdle = useNavigation().state === "idle";
  const reportTyped = useEffectEvent(() => {
    // A page chosen after the search was typed is still loading: the search waits for it.
    if (!isIdle || settled !== text.trim() || settled === known.current) return;
    known.current = settled;
    onSearch(settled);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports settled values, and those that waited for another page
  useEffect(reportTyped, [settled, isIdle]);
  useEffect(() => {
    if (search === known.current) return;
    known.current = search;
    setText(search);
  }, [search]);
  return [text, setText] as const;
}

/** Returns a value once it has not changed for a moment. Values with equal JSON are equal. */
export function useSettled<Value>(value: Value, delayMs = TYPING_MS): Value {
  const [settled, setSettled] = useState(value);
  const json = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object with equal content is no change
  useEffect(() => {
    // The router draws pages in transitions: a page chosen before the value settles is drawn first.
    const timer = setTimeout(() => startTransition(() => setSettled(value)), delayMs);
    return () => clearTimeout(timer);
  }, [json, delayMs]);
  return settled;
}
