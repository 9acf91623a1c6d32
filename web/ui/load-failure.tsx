import { type ReactNode, useLayoutEffect, useRef } from "react";
import { t } from "../../contract/texts.ts";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";

type LoadFailureProps = {
  /** Loads the part again. By default the page is reloaded. */
  onRetry?: () => unknown;
  /** True during another attempt. */
  busy?: boolean;
  /** The name of the failed part. */
  children: ReactNode;
};

/** A failed part of the page with a button to retry. If it disappears while focused, the heading of its part gets the focus. */
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
            {t("Try again")}
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
