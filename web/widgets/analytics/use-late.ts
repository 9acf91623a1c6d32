import { type ComponentType, useEffect, useState } from "react";

/**
 * Loads the code of a component on the first render; `load` is the same function every time.
 * A failure is permanent: a browser does not request a module twice, and after a new release the old one no longer exists. Reloading the page helps.
 */
export function useLate<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isUnmounted = false;
    load().then(
      (loaded) => !isUnmounted && setComponent(() => loaded),
      () => !isUnmounted && setFailed(true),
    );
    return () => {
      isUnmounted = true;
    };
  }, [load]);
  return { Component, hasFailed };
}
