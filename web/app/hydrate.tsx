import { type ReactNode, StrictMode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import type { PageSite } from "../../contract/pages.ts";
import { HasDemo } from "../storefront/layout/demo-link.tsx";

/** Takes over the server's markup; done when the page answers clicks. */
export function hydrate(root: HTMLElement, page: ReactNode, site: PageSite): Promise<void> {
  return new Promise((resolve) => {
    const live = (
      <StrictMode>
        <HasDemo value={site.hasDemo !== false}>
          <NotifyHydrated onHydrated={resolve}>{page}</NotifyHydrated>
        </HasDemo>
      </StrictMode>
    );
    // The server sends an empty root when drawing failed there.
    if (root.firstElementChild) hydrateRoot(root, live);
    else createRoot(root).render(live);
  });
}

function NotifyHydrated({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}
