import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { useBlockEscape } from "../lib/block-escape.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type FormDialogProps = {
  open: boolean;
  title: string;
  /** True while closing would lose what was entered. */
  isDirty: boolean;
  /** True while a request is in progress: the dialog stays open until it is finished. */
  isSaving: boolean;
  onClose: () => void;
  /** Width classes; the default suits a short form. */
  width?: string;
  /** Renders the form; `close` is for its Cancel button. */
  children: (close: () => void) => ReactNode;
};

/**
 * A dialog with a form. Escape, the close button, Cancel and a click beside it all do the same: they close it at once
 * when nothing was changed, and ask first when something was.
 */
export function FormDialog({ open, title, isDirty, isSaving, onClose, width, children }: FormDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  useBlockEscape(isSaving);
  const close = () => {
    if (isSaving) return;
    if (isDirty) setIsAsking(true);
    else onClose();
  };
  return (
    <>
      <Dialog open={open} onClose={close} title={title} scrolls="content" width={width}>
        {open && children(close)}
      </Dialog>
      <ConfirmDialog
        open={open && isAsking}
        title="Discard your changes?"
        confirm="Discard changes"
        cancel="Keep editing"
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          // One after the other: while the question is open, the page behind cannot take the focus back.
          flushSync(() => setIsAsking(false));
          onClose();
        }}
      >
        You have unsaved changes.
      </ConfirmDialog>
    </>
  );
}

type PartProps = { children: ReactNode };

/** The fields of a form in a `FormDialog`: they scroll between the title and the bar. */
export function FormDialogFields({ children }: PartProps) {
  return (
    <div className="grid min-h-0 grid-cols-1 gap-5 overflow-y-auto overscroll-contain px-6 pt-4 pb-6 short:overflow-visible">
      {children}
    </div>
  );
}

/** The error and the buttons of a form in a `FormDialog`, always in view below its fields. */
export function FormDialogActions({ children }: PartProps) {
  return (
    <div className="grid shrink-0 grid-cols-1 gap-3 border-t border-line bg-surface px-6 py-4">
      {children}
    </div>
  );
}

/** The class of the form around these two. */
export const FORM_IN_DIALOG = "flex min-h-0 flex-col short:min-h-fit";
