import { useEffect, useEffectEvent, useRef, useState } from "react";

/** Long enough not to send a request for every letter. */
const TYPING_MS = 300;

/** Returns the text of a search field and its setter. `onSearch` is called once typing pauses; a search that changes elsewhere, by Back for instance, replaces the text. */
export function useDebouncedValue(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const known = useRef(search);
  const report = useEffectEvent(onSearch);
  useEffect(() => {
    if (search === known.current) return;
    known.current = search;
    setText(search);
  }, [search]);
  useEffect(() => {
    const typed = text.trim();
    if (typed === known.current) return;
    const timer = setTimeout(() => {
      known.current = typed;
      report(typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText] as const;
}

/** Returns a value once it has not changed for a moment; values with the same JSON are equal. */
export function useSettled<Value>(value: Value, delayMs = TYPING_MS): Value {
  const [settled, setSettled] = useState(value);
  const json = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object with the same content is no change
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [json, delayMs]);
  return settled;
}
