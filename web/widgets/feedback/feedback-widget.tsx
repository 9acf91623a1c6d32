import { startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import { toast } from "sonner";
import { readStored, store } from "../../lib/browser-storage.ts";
import { loadDraft } from "../../lib/drafts/draft-store.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import type { FeedbackDialogProps } from "./feedback-dialog.tsx";
import { FeedbackOpener } from "./feedback-opener.tsx";

/** Loaded when it is opened for the first time: most visits to the console never open it. */
const FeedbackDialog = lazyPart(
  async () => (await import("./feedback-dialog.tsx")).FeedbackDialog,
  DialogNotLoaded,
);

const OPEN_KEY = "tessera-feedback-open";
const DISMISSED_KEY = "tessera-feedback-dismissed";

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
  // A dialog that was open with text in it opens again; one that was closed stays closed, and its text stays stored.
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
        // In a transition: the button stays until the form is loaded.
        <FeedbackOpener button={button} onOpen={() => startTransition(() => setOpen(true))} />
      )}
      {wasOpened && (
        // Closed, it retains what was typed.
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

/** Replaces a dialog whose code was blocked, or removed by a new release: only reloading the page loads it. */
function DialogNotLoaded({ open, onClose }: FeedbackDialogProps) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    toast.error("Couldn't load the feedback form. Reload the page and try again.", { id: "feedback" });
    close({ hadFocus: true });
  }, [open]);
  return null;
}

/** Keyboard users continue in the content, not before the start of the page. */
function focusContent() {
  const content = document.querySelector("main");
  if (!content) return;
  content.tabIndex = -1;
  content.style.outline = "none";
  content.focus({ preventScroll: true });
}
