import type { ReactNode } from "react";
import { messageOf } from "../lib/api.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { useBlockEscape } from "./block-escape.ts";

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** What is lost; names the thing. */
  children: ReactNode;
  /** The words on the button that does it. */
  confirm: string;
  /** Shown when it fails and the server says nothing of its own. */
  failure: string;
  work: { isPending: boolean; error: Error | null; reset: () => void };
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something is lost. Stays open while it is done, and when it failed. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirm,
  failure,
  work,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  useBlockEscape(work.isPending);
  const close = () => {
    if (work.isPending) return;
    work.reset();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={title}>
      <div className="grid gap-5 px-6 pt-3 pb-6">
        <p className="text-muted [overflow-wrap:anywhere]" dir="auto">
          {children}
        </p>
        {work.error && (
          <Notice tone="bad" role="alert">
            {messageOf(work.error, failure)}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={close} disabled={work.isPending}>
            Cancel
          </Button>
          <Button variant="danger" onClick={onConfirm} busy={work.isPending}>
            {work.isPending ? "Deleting…" : confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
