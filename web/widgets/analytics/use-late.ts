import { type ComponentType, useEffect, useState } from "react";

/** A component whose code is fetched when this is first drawn. `load` is the same function every time. */
export function useLate<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null);
  const [attempt, setAttempt] = useState(1);
  const [failed, setFailed] = useState(0);
  useEffect(() => {
    let gone = false;
    load().then(
      (loaded) => !gone && setComponent(() => loaded),
      () => !gone && setFailed(attempt),
    );
    return () => {
      gone = true;
    };
  }, [load, attempt]);
  return { Component, hasFailed: failed === attempt, retry: () => setAttempt(attempt + 1) };
}
