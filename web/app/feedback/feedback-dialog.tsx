import { CheckIcon, XIcon } from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { t } from "../../../contract/texts.ts";
import { FeedbackForm } from "./feedback-form.tsx";
import { useFeedback } from "./use-feedback.ts";

export type FeedbackDialogProps = {
  open: boolean;
  page: string;
  creatorId: number;
  /** `hadFocus` is false if the focus was outside of the dialog, so that it must not be moved. */
  onClose: (left: { hadFocus: boolean }) => void;
  /** Hides the widget for this visit. */
  onDismiss: () => void;
};

/** The feedback form, and the thanks after sending. A closed form keeps its text. */
export function FeedbackDialog({ open, page, creatorId, onClose, onDismiss }: FeedbackDialogProps) {
  const dialog = useRef<HTMLDivElement>(null);
  const close = () => {
    const { activeElement } = document;
    onClose({
      hadFocus: activeElement === document.body || dialog.current?.contains(activeElement) === true,
    });
  };
  const { form, submit, isSending, isSent, resetSent } = useFeedback({
    page,
    creatorId,
    onDone: close,
  });
  // A layout effect, so that the last thanks are not shown again.
  useLayoutEffect(() => {
    if (open) resetSent();
  }, [open, resetSent]);
  useEffect(() => {
    if (open) dialog.current?.focus();
  }, [open]);

  if (!open) return null;
  return (
    <div
      ref={dialog}
      role="dialog"
      aria-labelledby="feedback-title"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
      className="fixed inset-x-3 bottom-[calc(12px+var(--bottom-bar))] z-20 grid max-h-[calc(100dvh-24px-var(--bottom-bar))] grid-cols-1 gap-4 overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-5 shadow-float outline-none print:hidden in-row:top-14 in-row:bottom-auto in-row:max-h-[calc(100dvh-72px-var(--bottom-bar))] sm:inset-e-5 sm:inset-s-auto sm:w-92 in-shell:inset-e-auto in-shell:inset-s-[100px] xl:in-shell:inset-s-[244px]"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id="feedback-title" className="text-xl">
          {t("Feedback")}
        </h2>
        <button
          type="button"
          aria-label={t("Close feedback")}
          onClick={close}
          className="-my-2 -me-2 grid size-11 place-items-center rounded-control hover:bg-tint"
        >
          <XIcon size={20} />
        </button>
      </div>
      {!isSent && <FeedbackForm form={form} isSending={isSending} onSubmit={submit} onDismiss={onDismiss} />}
      <div role="status" className="empty:-mt-4">
        {isSent && (
          <p className="flex items-center gap-3 py-2 font-semibold">
            <CheckIcon size={20} className="shrink-0 text-good" /> {t("Thanks for your feedback!")}
          </p>
        )}
      </div>
    </div>
  );
}
