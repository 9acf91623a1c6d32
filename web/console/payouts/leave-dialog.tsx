import type { ReactNode } from "react";
import { PROVIDER_NAMES, type ProviderName } from "../../../contract/rules/order-states.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { useProviderPage, type WayToProvider } from "./connect-queries.ts";

type LeaveDialogProps = {
  open: boolean;
  title: string;
  provider: ProviderName;
  /** Shown if it fails without a message from the server. */
  failure: string;
  /** Returns which page of the provider to open, or null to stay here. */
  onProceed: () => WayToProvider | null;
  onClose: () => void;
  children: ReactNode;
};

/** Explains the next step at the payment provider, and leads there. */
export function LeaveDialog(props: LeaveDialogProps) {
  const { open, title, provider, failure, onProceed, onClose, children } = props;
  const leaving = useProviderPage(provider);
  const providerName = PROVIDER_NAMES[provider];
  // After a success the browser is loading the provider's page.
  const isLeaving = leaving.isPending || leaving.isSuccess;
  const close = () => {
    leaving.reset();
    onClose();
  };
  const proceed = () => {
    const target = onProceed();
    // Closing the dialog resets the request, so that `onSuccess` is not called.
    if (target) leaving.mutate(target, { onSuccess: (url) => window.location.assign(url) });
  };
  return (
    <Dialog open={open} onClose={close} title={title}>
      <div className="grid gap-5 px-6 pt-3 pb-6">
        {children}
        <RequestError error={leaving.error} fallback={failure} />
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={close} className="max-sm:flex-1">
            {t("Not now")}
          </Button>
          <Button variant="primary" busy={isLeaving} className="max-sm:flex-1" onClick={proceed}>
            {isLeaving
              ? t("Opening {providerName}…", { providerName })
              : t("Continue to {providerName}", { providerName })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
