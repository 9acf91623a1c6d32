import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import type { useProviderPage } from "./connect-queries.ts";

type LeaveDialogProps = {
  open: boolean;
  title: string;
  /** The name of the provider. */
  provider: string;
  leaving: ReturnType<typeof useProviderPage>;
  /** Shown when it fails and the server sent no text. */
  failure: string;
  /** Requests the page of the provider and goes there: not once the dialog is closed. */
  onProceed: (go: (url: string) => void) => void;
  onClose: () => void;
  children: ReactNode;
};

/** Explains what comes next at the payment provider, and leads there. */
export function LeaveDialog(props: LeaveDialogProps) {
  const { open, title, provider, leaving, failure, onProceed, onClose, children } = props;
  // After a success the browser is loading the page of the provider.
  const isLeaving = leaving.isPending || leaving.isSuccess;
  const close = () => {
    leaving.reset();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={title}>
      <div className="grid gap-5 px-6 pt-3 pb-6">
        {children}
        <RequestError error={leaving.error} fallback={failure} />
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={close} className="max-sm:flex-1">
            Not now
          </Button>
          <Button
            variant="primary"
            busy={isLeaving}
            className="max-sm:flex-1"
            onClick={() => onProceed((url) => window.location.assign(url))}
          >
            {isLeaving ? `Opening ${provider}…` : `Continue to ${provider}`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
