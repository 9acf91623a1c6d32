import { MessageSquare } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { findDraft } from "../../lib/drafts/draft-store.ts";
import { CheckIcon, CloseIcon } from "../../ui/icons.tsx";
import { FeedbackForm } from "./feedback-form.tsx";
import { isDismissed, rememberDismissal } from "./session-flag.ts";
import { useFeedback } from "./use-feedback.ts";
import { useStepAside } from "./use-step-aside.ts";

/** A button in the corner that opens a short form to the operators. */
export function FeedbackWidget({ creatorId }: { creatorId: number }) {
  const { pathname } = useLocation();
  // What was being written when the session ended is shown again at once.
  const [kept] = useState(() => findDraft("feedback", creatorId));
  const [open, setOpen] = useState(kept !== null);
  const [dismissed, setDismissed] = useState(isDismissed);
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [returns, setReturns] = useState(0);

  const close = () => {
    // Somebody who has gone on meanwhile is not called back.
    const hadFocus =
      panel.current?.contains(document.activeElement) || document.activeElement === document.body;
    setOpen(false);
    if (hadFocus) setReturns((count) => count + 1);
  };
  const aside = useStepAside(button, !open && !dismissed);
  const feedback = useFeedback({ page: pathname, creatorId, kept, onDone: close });
  useEffect(() => {
    if (returns > 0) button.current?.focus();
  }, [returns]);
  useEffect(() => {
    if (open) panel.current?.focus();
  }, [open]);

  if (dismissed) return null;
  if (!open)
    return (
      <button
        ref={button}
        type="button"
        aria-expanded={false}
        title="Feedback"
        onClick={() => {
          feedback.forgetSent();
          setOpen(true);
        }}
        className={`fixed right-3 bottom-3 z-20 inline-flex size-11 items-center justify-center gap-2 rounded-full border border-line bg-surface font-semibold shadow-float transition-opacity hover:border-muted focus-visible:opacity-100 sm:right-5 sm:bottom-5 min-[1480px]:w-auto min-[1480px]:px-4.5 ${aside ? "pointer-events-none opacity-0" : ""}`}
      >
        <MessageSquare size={20} aria-hidden="true" className="shrink-0 text-primary" />
        {/* In words only where they stand beside the page and not over it. */}
        <span className="sr-only min-[1480px]:not-sr-only">Feedback</span>
      </button>
    );
  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby="feedback-title"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
      className="fixed inset-x-3 bottom-3 z-20 grid max-h-[calc(100dvh-24px)] grid-cols-1 gap-4 overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-5 shadow-float outline-none sm:right-5 sm:bottom-5 sm:left-auto sm:w-92"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id="feedback-title" className="text-xl">
          Feedback
        </h2>
        <button
          type="button"
          aria-label="Close feedback"
          onClick={close}
          className="-my-2 -mr-2 grid size-11 place-items-center rounded-control hover:bg-tint"
        >
          <CloseIcon />
        </button>
      </div>
      {!feedback.isSent && (
        <FeedbackForm
          form={feedback.form}
          isSending={feedback.isSending}
          onSubmit={feedback.submit}
          onDismiss={() => {
            rememberDismissal();
            setDismissed(true);
            document.getElementById("content")?.focus({ preventScroll: true });
          }}
        />
      )}
      <div role="status" className="empty:-mt-4">
        {feedback.isSent && (
          <p className="flex items-center gap-3 py-2 font-semibold">
            <CheckIcon className="shrink-0 text-good" /> Thanks for your feedback!
          </p>
        )}
      </div>
    </div>
  );
}
