import { CheckIcon, XIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { loadDraft } from "../../lib/drafts/draft-store.ts";
import { FeedbackForm } from "./feedback-form.tsx";
import { FeedbackOpener } from "./feedback-opener.tsx";
import { readFlag, writeFlag } from "./session-flag.ts";
import { useFeedback } from "./use-feedback.ts";

type FeedbackWidgetProps = {
  creatorId: number;
  /** The path that the feedback is about. */
  page: string;
  /** True when the creator followed a link to the form. */
  isRequested?: boolean;
  onClose?: () => void;
};

/** A button in the corner that opens a short form to the operators. */
export function FeedbackWidget({ creatorId, page, isRequested = false, onClose }: FeedbackWidgetProps) {
  const [storedDraft] = useState(() => loadDraft("feedback", creatorId));
  // A panel that was open with text in it opens again; one that was closed stays closed and keeps the text.
  const [isOpen, setOpen] = useState(() => storedDraft !== null && readFlag("open"));
  const [isDismissed, setDismissed] = useState(() => readFlag("dismissed"));
  const open = isOpen || isRequested;
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [returns, setReturns] = useState(0);

  const close = () => {
    // The focus stays where it is when it has left the panel meanwhile.
    const hadFocus =
      panel.current?.contains(document.activeElement) || document.activeElement === document.body;
    setOpen(false);
    onClose?.();
    if (hadFocus) setReturns((count) => count + 1);
  };
  const feedback = useFeedback({ page, creatorId, storedDraft, onDone: close });
  useEffect(() => {
    if (returns > 0) button.current?.focus();
  }, [returns]);
  useEffect(() => {
    if (open) panel.current?.focus();
    writeFlag("open", open);
  }, [open]);

  if (isDismissed && !open) return null;
  if (!open)
    return (
      <FeedbackOpener
        button={button}
        onOpen={() => {
          feedback.resetSent();
          setOpen(true);
        }}
      />
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
      className="fixed inset-x-3 bottom-3 z-20 grid max-h-[calc(100dvh-24px)] grid-cols-1 gap-4 overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-5 shadow-float outline-none print:hidden sm:right-5 sm:bottom-5 sm:left-auto sm:w-92"
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
          <XIcon size={20} />
        </button>
      </div>
      {!feedback.isSent && (
        <FeedbackForm
          form={feedback.form}
          isSending={feedback.isSending}
          onSubmit={feedback.submit}
          onDismiss={() => {
            writeFlag("dismissed", true);
            setDismissed(true);
            setOpen(false);
            onClose?.();
            focusContent();
          }}
        />
      )}
      <div role="status" className="empty:-mt-4">
        {feedback.isSent && (
          <p className="flex items-center gap-3 py-2 font-semibold">
            <CheckIcon size={20} className="shrink-0 text-good" /> Thanks for your feedback!
          </p>
        )}
      </div>
    </div>
  );
}

/** Keyboard users continue in the content, not before the start of the page. */
function focusContent() {
  const content = document.querySelector("main");
  if (!content) return;
  content.tabIndex = -1;
  content.style.outline = "none";
  content.focus({ preventScroll: true });
}
