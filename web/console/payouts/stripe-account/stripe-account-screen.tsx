import type { StripeConnectInstance } from "@stripe/connect-js/pure";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { ConnectStatus } from "../../../../contract/api/connect.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { t } from "../../../../contract/texts.ts";
import { errorMessage } from "../../../lib/api.ts";
import { configQuery } from "../../../lib/config.ts";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { connectQuery } from "../connect-queries.ts";
import { onboardingOf } from "../onboarding.ts";
import { loadStripeAccount } from "./connect-js.ts";

/** Stripe's own forms for the payout account, embedded in this page. */
export function StripeAccountScreen() {
  const status = useQuery(connectQuery);
  const config = useQuery(configQuery);
  const error = status.error ?? config.error;
  return (
    <>
      <PageTitle>{t("Stripe account")}</PageTitle>
      <h1 className="text-3xl sm:text-4xl">{t("Stripe account")}</h1>
      <Link to={paths.settings()} className="link -mt-4 justify-self-start py-2.5">
        {t("Back to settings")}
      </Link>
      {status.data && config.data ? (
        <StripeAccount status={status.data} publishableKey={config.data.stripePublishableKey} />
      ) : error ? (
        <LoadFailure onRetry={() => Promise.all([status.refetch(), config.refetch()])}>
          {errorMessage(error, t("Couldn't load account status."))}
        </LoadFailure>
      ) : (
        <div role="status" aria-label={t("Loading Stripe account")}>
          <Skeleton className="h-48 rounded-card" />
        </div>
      )}
    </>
  );
}

type StripeAccountProps = { status: ConnectStatus; publishableKey: string | null };

function StripeAccount({ status, publishableKey }: StripeAccountProps) {
  if (!publishableKey || status.kind !== "connected") {
    return (
      <p>{t("There is nothing to change here. Your account is managed under ‘Get paid’ in the settings.")}</p>
    );
  }
  return <Components isComplete={onboardingOf(status) === "ready"} publishableKey={publishableKey} />;
}

function Components({ isComplete, publishableKey }: { isComplete: boolean; publishableKey: string }) {
  const queryClient = useQueryClient();
  const [hasFailed, setHasFailed] = useState(false);
  const fail = () => setHasFailed(true);
  const [instance] = useState(() => loadStripeAccount({ publishableKey, onFail: fail }));
  return (
    <>
      {hasFailed && (
        <LoadFailure>
          {t("Couldn't load Stripe's forms. You can open your account at Stripe from the settings instead.")}
        </LoadFailure>
      )}
      <StripeComponent instance={instance} name="notification-banner" onFail={fail} />
      <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
        <StripeComponent
          instance={instance}
          name={isComplete ? "account-management" : "account-onboarding"}
          onFail={fail}
          onExit={() => void queryClient.invalidateQueries(connectQuery)}
        />
      </div>
    </>
  );
}

type StripeComponentProps = {
  instance: StripeConnectInstance;
  name: "notification-banner" | "account-management" | "account-onboarding";
  onFail: () => void;
  /** Called when the user leaves the onboarding. */
  onExit?: () => void;
};

/** Shows a component of Stripe's library, which is a custom element. */
function StripeComponent({ instance, name, onFail, onExit }: StripeComponentProps) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per component; the callbacks only set state
  useEffect(() => {
    const component = instance.create(name);
    component?.setOnLoadError(onFail);
    if (onExit && component && "setOnExit" in component) component.setOnExit(onExit);
    if (component) place.current?.append(component);
    return () => component?.remove();
  }, [instance, name]);
  return <div ref={place} className="min-w-0" />;
}
