import { type ReactNode, StrictMode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";

/** Takes over the server's markup; done when the page answers clicks. */
export function hydrate(root: HTMLElement, page: ReactNode): Promise<void> {
  return new Promise((resolve) => {
    const live = (
      <StrictMode>
        <Announce onLive={resolve}>{page}</Announce>
      </StrictMode>
    );
    // The server sends an empty root when drawing failed there.
    if (root.firstElementChild) hydrateRoot(root, live);
    else createRoot(root).render(live);
  });
}

function Announce({ onLive, children }: { onLive: () => void; children: ReactNode }) {
  useEffect(onLive, [onLive]);
  return children;
}
