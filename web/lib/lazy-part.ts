import { type ComponentType, lazy } from "react";

/**
 * A lazily loaded part with a fallback if its code cannot be loaded. A browser does not request a module twice, and after
 * a new release the old one no longer exists: only a reload helps.
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
