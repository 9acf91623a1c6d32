import { type ComponentType, lazy } from "react";

/**
 * A part whose code is loaded when it is shown, and what stands in its place when that fails. A browser does not request
 * a module twice, and after a new release the old one no longer exists: only reloading helps.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<Props>,
) =>
  lazy(() =>
    load()
      .catch(() => Failed)
      .then((part) => ({ default: part })),
  );
