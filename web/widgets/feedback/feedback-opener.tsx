import { MessageSquareIcon } from "lucide-react";
import type { RefObject } from "react";

type FeedbackOpenerProps = { button: RefObject<HTMLButtonElement | null>; onOpen: () => void };

/**
 * The closed widget: the last entry of the console's column where there is one, otherwise a slim
 * bar at the bottom edge that has its own space, in a low window below the content. It covers no content.
 */
export function FeedbackOpener({ button, onOpen }: FeedbackOpenerProps) {
  return (
    <div className="feedback-bar sticky bottom-(--nav-bar) z-20 flex justify-end border-t border-line bg-ground px-2 pb-[calc(env(safe-area-inset-bottom)-var(--nav-bar))] in-shell:fixed in-shell:bottom-0 in-shell:left-0 in-shell:w-[87px] in-shell:border-0 in-shell:bg-surface in-shell:px-1 in-shell:pb-2 xl:in-shell:w-[231px] xl:in-shell:px-3 short:static print:hidden">
      <button
        ref={button}
        type="button"
        aria-expanded={false}
        onClick={onOpen}
        className="inline-flex h-11 items-center justify-center gap-2 rounded-control px-3 text-sm font-semibold text-muted hover:text-ink in-shell:w-full in-shell:font-medium in-shell:hover:bg-tint max-xl:in-shell:h-13 max-xl:in-shell:flex-col max-xl:in-shell:gap-1 max-xl:in-shell:px-0 max-xl:in-shell:text-xs xl:in-shell:justify-start xl:in-shell:gap-3 xl:in-shell:text-[15px]"
      >
        <MessageSquareIcon size={20} className="shrink-0 text-primary" />
        Feedback
      </button>
    </div>
  );
}
