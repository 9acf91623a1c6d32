import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";

type LoadFailureProps = {
  /** Loads it again; reloads the page unless given. */
  onRetry?: () => unknown;
  /** True while it is being loaded again. */
  busy?: boolean;
  /** What could not be loaded. */
  children: ReactNode;
};

/** What could not be loaded, and the button that tries again. When it disappears with the focus, the heading of its part of the page receives it. */
export function LoadFailure({
  onRetry = () => window.location.reload(),
  busy = false,
  children,
}: LoadFailureProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    return () => {
      if (current?.contains(document.activeElement)) focusHeadingOf(current);
    };
  }, []);
  return (
    <div ref={place}>
      <Alert
        tone="bad"
        role="alert"
        action={
          <Button onClick={() => void onRetry()} busy={busy}>
            Try again
          </Button>
        }
      >
        {children}
      </Alert>
    </div>
  );
}

function focusHeadingOf(element: HTMLElement): void {
  const part = element.closest<HTMLElement>("[aria-labelledby], main");
  const heading = document.getElementById(part?.getAttribute("aria-labelledby") ?? "") ?? part;
  if (heading && !heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
}
