import { type ReactNode, StrictMode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import type { PageSite } from "../../contract/pages.ts";
import { HasDemo } from "../widgets/demo-link.tsx";

/** Takes over the server's markup; resolves when the page responds to clicks. A page that fails shows the server's markup again. */
export function hydrate(root: HTMLElement, page: ReactNode, site: PageSite): Promise<void> {
  const serverHtml = root.innerHTML;
  return new Promise((resolve) => {
    hydrateRoot(
      root,
      <StrictMode>
        <HasDemo value={site.hasDemo !== false}>
          <NotifyHydrated onHydrated={resolve}>{page}</NotifyHydrated>
        </HasDemo>
      </StrictMode>,
      {
        onUncaughtError(error) {
          // biome-ignore lint/suspicious/noConsole: a defect must be visible to whoever looks for it
          console.error("The page failed; it goes on without scripts.", error);
          // React has emptied the element. Links and forms of the markup work without it.
          root.innerHTML = serverHtml;
          resolve();
        },
      },
    );
  });
}

function NotifyHydrated({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}
