import { MessageSquareIcon } from "lucide-react";
import type { RefObject } from "react";

type FeedbackOpenerProps = { button: RefObject<HTMLButtonElement | null>; onOpen: () => void };

/**
 * The closed widget. Beside the content where there is room; otherwise a slim bar at the bottom edge that has its own
 * space: it covers no content.
 */
export function FeedbackOpener({ button, onOpen }: FeedbackOpenerProps) {
  return (
    <div className="feedback-bar sticky bottom-0 z-20 flex justify-end border-t border-line bg-ground px-2 pb-[env(safe-area-inset-bottom)] xl:fixed xl:right-2 xl:bottom-4 xl:border-0 xl:bg-transparent xl:p-0 min-[1480px]:right-5 print:hidden">
      <button
        ref={button}
        type="button"
        aria-expanded={false}
        title="Feedback"
        onClick={onOpen}
        className="inline-flex h-11 items-center justify-center gap-2 rounded-control px-3 text-sm font-semibold text-muted hover:text-ink xl:w-11 xl:rounded-full xl:border xl:border-line xl:bg-surface xl:px-0 xl:text-base xl:text-ink xl:shadow-float xl:hover:border-muted min-[1480px]:w-auto min-[1480px]:px-4.5"
      >
        <MessageSquareIcon size={20} className="shrink-0 text-primary" />
        <span className="xl:sr-only min-[1480px]:not-sr-only">Feedback</span>
      </button>
    </div>
  );
}
