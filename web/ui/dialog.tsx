import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useBlockEscape } from "./block-escape.ts";
import { DialogPanel } from "./dialog-panel.tsx";
import { closeModal, followDialog, openModal, openPanel } from "./modal.ts";

type DialogProps = {
  open: boolean;
  /** Called for Escape, a click outside, the back gesture and the close button. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** True while a request is in progress, which Escape must not abandon. */
  busy?: boolean;
  /** False if a click outside would lose something. */
  dismissOnBackdrop?: boolean;
  /**
   * `content`: the title stays and the content scrolls within itself, so that a bar at its bottom covers nothing. In a low
   * window the whole dialog scrolls.
   */
  scrolls?: "whole" | "content";
  /** Width classes; the default suits a short form. */
  width?: string;
  /** True for a panel within the page, which stays usable. */
  isPanel?: boolean;
};

/** A native dialog, modal unless it is a panel. The browser traps and returns the focus and closes the topmost dialog on Escape. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  busy = false,
  dismissOnBackdrop = true,
  scrolls = "whole",
  width = "sm:max-w-md",
  isPanel = false,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useBlockEscape(element, busy);
  const titleId = useId();
  const [forcedCloses, setForcedCloses] = useState(0);
  const onLeave = useEffectEvent(onClose);
  const onForced = useEffectEvent(() => {
    if (!open) return;
    onClose();
    setForcedCloses((count) => count + 1);
  });
  const dismisses = useEffectEvent(() => dismissOnBackdrop && !isPanel);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reopens a dialog that the browser closed
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    // Also after the browser closed it and the parent left `open` true.
    if (open) (isPanel ? openPanel : openModal)(dialog);
    else closeModal(dialog);
  }, [open, forcedCloses, isPanel]);
  // A layout effect: its clean-up runs before the dialog is removed, from where the browser would not return the focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const page = new AbortController();
    followDialog(
      dialog,
      {
        onLeave: () => onLeave(),
        onForced: () => onForced(),
        dismissOnBackdrop: () => dismisses(),
      },
      page.signal,
    );
    return () => {
      page.abort();
      closeModal(dialog);
    };
  }, []);

  return (
    <dialog ref={element} aria-labelledby={titleId} className={isPanel ? "panel" : `dialog ${width}`}>
      {open && (
        <DialogPanel title={title} titleId={titleId} scrolls={scrolls}>
          {children}
        </DialogPanel>
      )}
    </dialog>
  );
}
