import type { RefObject } from "react";
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
        <MessageIcon />
        {/* In words only where they stand beside the page and not over it. */}
        <span className="sr-only min-[1480px]:not-sr-only">Feedback</span>
      </button>
    </>
  );
}

/** Lucide's, without the code that its package brings along: public pages are counted by the byte. */
function MessageIcon() {
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0 text-primary"
    >
      <path d="M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z" />
    </svg>
  );
}
