import type { ReactNode } from "react";
import { t } from "../../contract/texts.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { RequestError } from "./request-error.tsx";

type Work = { isPending: boolean; error: Error | null; reset: () => void };
const DONE_AT_ONCE: Work = { isPending: false, error: null, reset: () => {} };

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** Names the item that is deleted or sent. */
  children: ReactNode;
  /** The label of the confirming button. */
  confirm: string;
  /** Replaces the label during the request. */
  doing?: string;
  /** The label of the cancelling button. */
  cancel?: string;
  /** `primary` if nothing is lost. */
  variant?: "danger" | "primary";
  /** Shown if it fails without a message from the server. */
  failure?: string;
  work?: Work;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before an irreversible action. Stays open during the request, and after a failure. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirm,
  doing = t("Deleting…"),
  cancel = t("Cancel"),
  variant = "danger",
  failure = "",
  work = DONE_AT_ONCE,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const close = () => {
    if (work.isPending) return;
    work.reset();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={title} busy={work.isPending}>
      <div className="grid gap-5 px-6 pt-3 pb-6">
        <p className="text-muted [overflow-wrap:anywhere]" dir="auto">
          {children}
        </p>
        <RequestError error={work.error} fallback={failure} />
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={close} disabled={work.isPending}>
            {cancel}
          </Button>
          <Button variant={variant} onClick={onConfirm} busy={work.isPending}>
            {work.isPending ? doing : confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
