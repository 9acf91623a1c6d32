import { useEffect, useRef, useState } from "react";

/** Long enough not to ask at every letter. */
const TYPING_MS = 300;

/** What stands in a search field, told once the typing pauses; it follows the search that is in force when that is changed elsewhere, by Back for instance. */
export function useDebouncedValue(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const known = useRef(search);
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
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
      latest.current(typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText] as const;
}

/** Returns a value once it has not changed for a moment; values with the same JSON are the same. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const json = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object with the same content is no change
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [json]);
  return settled;
}
