import type { RefObject } from "react";
import { MessageIcon } from "../../ui/icons.tsx";
import { useStepAside } from "./use-step-aside.ts";

type FeedbackOpenerProps = {
  button: RefObject<HTMLButtonElement | null>;
  onOpen: () => void;
  /** Somebody may be about to open it. */
  onApproach?: () => void;
  /** Why it did not open. */
  problem?: string | null;
};

/** The widget while it is closed. */
export function FeedbackOpener({ button, onOpen, onApproach, problem = null }: FeedbackOpenerProps) {
  const aside = useStepAside(button);
  return (
    <>
      {problem && (
        <p
          role="alert"
          className="fixed right-3 bottom-17 z-20 w-64 rounded-card border border-line bg-surface px-4 py-3 text-sm shadow-float sm:right-5 sm:bottom-19"
        >
          {problem}
        </p>
      )}
      <button
        ref={button}
        type="button"
        aria-expanded={false}
        title="Feedback"
        onClick={onOpen}
        onFocus={onApproach}
        onPointerEnter={onApproach}
        className={`fixed right-3 bottom-3 z-20 inline-flex size-11 items-center justify-center gap-2 rounded-full border border-line bg-surface font-semibold shadow-float transition-opacity hover:border-muted focus-visible:opacity-100 sm:right-5 sm:bottom-5 min-[1480px]:w-auto min-[1480px]:px-4.5 ${aside ? "pointer-events-none opacity-0" : ""}`}
      >
        <MessageIcon className="shrink-0 text-primary" />
        {/* In words only where they stand beside the page and not over it. */}
        <span className="sr-only min-[1480px]:not-sr-only">Feedback</span>
      </button>
    </>
  );
}
