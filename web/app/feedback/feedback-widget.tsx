import { MessageSquareIcon } from "lucide-react";
import { type RefObject, startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import { toast } from "sonner";
import { t } from "../../../contract/texts.ts";
import { readStored, store } from "../../lib/browser-storage.ts";
import { loadDraft } from "../../lib/drafts/draft-store.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import type { FeedbackDialogProps } from "./feedback-dialog.tsx";

/** Loads when it is opened for the first time, because most visits never open it. */
const FeedbackDialog = lazyPart(
  async () => (await import("./feedback-dialog.tsx")).FeedbackDialog,
  DialogNotLoaded,
);

const OPEN_KEY = "tessera-feedback-open";
const DISMISSED_KEY = "tessera-feedback-dismissed";

type FeedbackWidgetProps = {
  creatorId: number;
  /** The path of the page that the feedback is about. */
  page: string;
  /** True if the creator followed a link to the form. */
  isRequested?: boolean;
  onClose?: () => void;
};

/** A button in the corner that opens a short form to the operators. */
export function FeedbackWidget({ creatorId, page, isRequested = false, onClose }: FeedbackWidgetProps) {
  // Reopens a dialog that was open with text. A closed one stays closed and keeps its text.
  const [isOpen, setOpen] = useState(
    () => loadDraft("feedback", creatorId) !== null && readStored("tab", OPEN_KEY) !== null,
  );
  const [isDismissed, setDismissed] = useState(() => readStored("tab", DISMISSED_KEY) !== null);
  const open = isOpen || isRequested;
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  const button = useRef<HTMLButtonElement>(null);
  const [returns, setReturns] = useState(0);

  const close = () => {
    setOpen(false);
    onClose?.();
  };
  useEffect(() => {
    if (returns > 0) button.current?.focus();
  }, [returns]);
  useEffect(() => {
    store("tab", OPEN_KEY, open ? "1" : null);
  }, [open]);

  return (
    <>
      {!open && !isDismissed && (
        // In a transition, so that the button stays until the form is loaded.
        <FeedbackOpener button={button} onOpen={() => startTransition(() => setOpen(true))} />
      )}
      {wasOpened && (
        // A closed form keeps its text.
        <FeedbackDialog
          open={open}
          page={page}
          creatorId={creatorId}
          onClose={({ hadFocus }) => {
            close();
            if (hadFocus) setReturns((count) => count + 1);
          }}
          onDismiss={() => {
            store("tab", DISMISSED_KEY, "1");
            setDismissed(true);
            close();
            focusContent();
          }}
        />
      )}
    </>
  );
}

type FeedbackOpenerProps = { button: RefObject<HTMLButtonElement | null>; onOpen: () => void };

/**
 * The closed widget: the last entry of the console's column, or of the row at the top in a narrow window. On other pages it is a
 * slim bar at the bottom edge with space of its own. In a low window it is below the content. It covers nothing.
 */
function FeedbackOpener({ button, onOpen }: FeedbackOpenerProps) {
  return (
    <div className="feedback-bar sticky bottom-0 z-20 flex justify-end border-t border-line bg-ground px-2 pb-[env(safe-area-inset-bottom)] in-row:absolute in-row:top-1.5 in-row:inset-e-14 in-row:bottom-auto in-row:z-0 in-row:border-0 in-row:bg-transparent in-row:p-0 in-shell:fixed in-shell:bottom-0 in-shell:inset-s-0 in-shell:w-[87px] in-shell:border-0 in-shell:bg-surface in-shell:px-1 in-shell:pb-2 xl:in-shell:w-[231px] xl:in-shell:px-3 short:static print:hidden">
      <button
        ref={button}
        type="button"
        aria-expanded={false}
        onClick={onOpen}
        className="inline-flex h-11 items-center justify-center gap-2 rounded-control px-3 text-sm font-semibold text-muted hover:text-ink in-shell:w-full in-shell:font-medium in-shell:hover:bg-tint max-xl:in-shell:h-13 max-xl:in-shell:flex-col max-xl:in-shell:gap-1 max-xl:in-shell:px-0 max-xl:in-shell:text-xs xl:in-shell:justify-start xl:in-shell:gap-3 xl:in-shell:text-[15px]"
      >
        <MessageSquareIcon size={20} className="shrink-0 text-primary" />
        {t("Feedback")}
      </button>
    </div>
  );
}

/** Shown if the dialog's code was blocked or removed by a new release. Only a reload of the page helps. */
function DialogNotLoaded({ open, onClose }: FeedbackDialogProps) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    toast.error(t("Couldn't load the feedback form. Reload the page and try again."), { id: "feedback" });
    close({ hadFocus: true });
  }, [open]);
  return null;
}

/** Focuses the content, so that keyboard users do not start again at the top of the page. */
function focusContent() {
  const content = document.querySelector("main");
  if (!content) return;
  content.tabIndex = -1;
  content.style.outline = "none";
  content.focus({ preventScroll: true });
}
