import { type ComponentType, lazy } from "react";

/**
 * Loads a part lazily, with a fallback if its code cannot be loaded. A browser does not retry a module that failed to
 * load, and after a new release the old module no longer exists: only a reload helps.
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
