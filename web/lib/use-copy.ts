import { useEffect, useRef, useState } from "react";
import { copyText } from "./copy-text.ts";

const COPIED_MS = 2000;

/** Copies texts, and says for a moment that it has. */
export function useCopy() {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  /** Returns false if the browser refuses. */
  const copy = async (text: string): Promise<boolean> => {
    if (!(await copyText(text))) return false;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
    return true;
  };
  return { copied, copy };
}
