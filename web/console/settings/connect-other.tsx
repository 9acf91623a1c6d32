import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { ConnectFailure, connectRoutes } from "../../../contract/api/connect.ts";
import { PROVIDER_NAMES, type ProviderName } from "../../../contract/rules/order-states.ts";
import { request } from "../../lib/api.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { onboardingUrlOf } from "./onboarding.ts";

/** Returns the page of the provider where a creator allows this installation to sell for their account, or where they manage a connected one. */
export function useProviderPage(provider: ProviderName) {
  return useMutation({
    mutationFn: async (way: "connect" | "manage") => {
      const route = way === "connect" ? connectRoutes.onboard : connectRoutes.refresh;
      const { onboardingUrl } = await request(route, { body: { provider } });
      const url = onboardingUrlOf(onboardingUrl, window.location.origin);
      if (url === null) throw new Error("The provider returned an invalid URL.");
      return url;
    },
  });
}

type ConnectDialogProps = { provider: ProviderName; open: boolean; onClose: () => void };

/** Explains what is allowed at the provider, and leads there. */
export function ConnectDialog({ provider, open, onClose }: ConnectDialogProps) {
  const leaving = useProviderPage(provider);
  const label = PROVIDER_NAMES[provider];
  // After a success the browser is loading the page of the provider.
  const isLeaving = leaving.isPending || leaving.isSuccess;
  const close = () => {
    leaving.reset();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={`Connect with ${label}`}>
      <div className="grid gap-5 px-6 pt-3 pb-6">
        <p className="text-muted">
          {label} receives your sales and tips and pays them out to you. You'll leave this page, sign in at{" "}
          {label} or open an account there, allow us to take payments and refund them for you, and return
          here. We never see your documents or bank details.
        </p>
        <RequestError error={leaving.error} fallback="Unable to start onboarding" />
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={close} className="max-sm:flex-1">
            Not now
          </Button>
          <Button
            variant="primary"
            busy={isLeaving}
            className="max-sm:flex-1"
            onClick={() =>
              // Not called once the dialog is closed.
              leaving.mutate("connect", { onSuccess: (url) => window.location.assign(url) })
            }
          >
            {isLeaving ? `Opening ${label}…` : `Continue to ${label}`}
          </Button>
        </div>
      </div>
    </Dialog>
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
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        for (const name of ["connect", "provider"]) after.delete(name);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
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
