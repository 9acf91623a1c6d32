import { useQuery } from "@tanstack/react-query";
import type { ConnectStatus } from "../../../contract/api/connect.ts";
import { DEFAULT_PROVIDER, labelOf } from "../../../contract/rules/order-states.ts";
import { formatFee } from "../../lib/format.ts";
import { Switch } from "../../ui/switch.tsx";
import { Loading } from "../../widgets/loading.tsx";
import { RequestError } from "../../widgets/request-error.tsx";
import { Section } from "../sections/section.tsx";
import { connectQuery, useConnectSwitch } from "./connect-queries.ts";
import { onboardingOf } from "./onboarding.ts";

/** Turns the tip button of the page on or off, and saves that at once. */
export function TipsSection() {
  const { data } = useQuery(connectQuery);
  return (
    <Section
      id="tips"
      about={`Let visitors leave a tip, paid out by ${labelOf(data?.provider ?? DEFAULT_PROVIDER)}. Changes here are saved immediately.`}
    >
      <Loading query={connectQuery} failure="Unable to load tip status" label="Loading tip status">
        {(status) => <TipsForm status={status} />}
      </Loading>
    </Section>
  );
}

function TipsForm({ status }: { status: ConnectStatus }) {
  const tips = useConnectSwitch("tips");
  const isReady = onboardingOf(status) === "ready";
  const provider = labelOf(status.provider);
  return (
    <>
      <Switch
        label="Accept tips"
        help={
          isReady
            ? "Shows the ‘Leave a tip’ button on your page. It opens your first tip tile; without one it only announces that tips are coming."
            : `Available once your ${provider} account under ‘Get paid’ is complete.`
        }
        // Shows the requested state during the request.
        checked={tips.isPending ? tips.variables : status.tipsEnabled}
        disabled={!isReady}
        onChange={(event) => tips.mutate(event.target.checked)}
      />
      <RequestError error={tips.error} fallback="Unable to update tip settings" />
      <p className="text-[15px] text-muted">
        Platform fee:{" "}
        <span className="font-semibold text-ink tabular-nums">{formatFee(status.platformFeeBps)}</span>
      </p>
    </>
  );
}
