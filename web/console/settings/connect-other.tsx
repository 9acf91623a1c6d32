import { useState } from "react";
import { useSearchParams } from "react-router";
import { ConnectFailure } from "../../../contract/api/connect.ts";
import { PROVIDER_NAMES, type ProviderName } from "../../../contract/rules/order-states.ts";
import { withoutParams } from "../../lib/use-url-state.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { useProviderPage } from "./connect-queries.ts";
import { LeaveDialog } from "./leave-dialog.tsx";

type ConnectDialogProps = { provider: ProviderName; open: boolean; onClose: () => void };

/** Explains what is allowed at the provider, and leads there. */
export function ConnectDialog({ provider, open, onClose }: ConnectDialogProps) {
  const leaving = useProviderPage(provider);
  const label = PROVIDER_NAMES[provider];
  return (
    <LeaveDialog
      open={open}
      title={`Connect with ${label}`}
      provider={label}
      leaving={leaving}
      failure="Unable to start onboarding"
      onProceed={(go) => leaving.mutate({ way: "connect" }, { onSuccess: go })}
      onClose={onClose}
    >
      <p className="text-muted">
        {label} receives your sales and tips and pays them out to you. You'll leave this page, sign in at{" "}
        {label} or open an account there, allow us to take payments and refund them for you, and return here.
        We never see your documents or bank details.
      </p>
    </LeaveDialog>
  );
}

const FAILURES: Record<ConnectFailure, (label: string) => string> = {
  refused: (label) => `You did not allow the connection at ${label}, so nothing was connected.`,
  expired: () => "This way back was used already, or was meant for another session. Connect once more.",
  taken: (label) =>
    `Another page sells on this ${label} account. Disconnect it there, or connect another account.`,
  failed: (label) => `${label} did not confirm the connection. Nothing was connected. Try again in a moment.`,
};

/** Says why a return from the provider's page has connected nothing. */
export function ReturnFailure({ provider }: { provider: ProviderName }) {
  const [query, setQuery] = useSearchParams();
  const [failure] = useState(() =>
    query.get("provider") === provider ? ConnectFailure.safeParse(query.get("connect")).data : undefined,
  );
  const [isShown, setIsShown] = useState(true);
  if (failure === undefined || !isShown) return null;
  const close = () => {
    setIsShown(false);
    setQuery((before) => withoutParams(before, ["connect", "provider"]), {
      replace: true,
      preventScrollReset: true,
    });
  };
  return (
    <div ref={scrollToOnce}>
      <Alert tone="warn" role="alert" action={<Button onClick={close}>Close</Button>}>
        {FAILURES[failure](PROVIDER_NAMES[provider])}
      </Alert>
    </div>
  );
}

const scrollToOnce = (element: HTMLElement | null) => element?.scrollIntoView({ block: "center" });
