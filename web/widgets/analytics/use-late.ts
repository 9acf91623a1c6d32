import { type ComponentType, useEffect, useState } from "react";

/**
 * A component whose code is fetched when this is first drawn. `load` is the same function every time.
 * A failure is for good: a browser does not ask twice for a module, and after a new release the old one is gone. Only the page, loaded anew, can.
 */
export function useLate<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    load().then(
      (loaded) => !gone && setComponent(() => loaded),
      () => !gone && setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [load]);
  return { Component, hasFailed };
}
