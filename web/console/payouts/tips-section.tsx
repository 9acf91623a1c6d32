import { useQuery } from "@tanstack/react-query";
import type { ConnectStatus } from "../../../contract/api/connect.ts";
import { DEFAULT_PROVIDER, labelOf } from "../../../contract/rules/order-states.ts";
import { t } from "../../../contract/texts.ts";
import { formatFee } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
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
      about={t("Let visitors leave a tip, paid out by {labelOf}. Changes here are saved immediately.", {
        labelOf: labelOf(data?.provider ?? DEFAULT_PROVIDER),
      })}
    >
      <Loading query={connectQuery} failure={t("Unable to load tip status")} label={t("Loading tip status")}>
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
        label={t("Accept tips")}
        help={
          isReady
            ? t(
                "Shows the ‘Leave a tip’ button on your page. It opens your first tip tile; without one it only announces that tips are coming.",
              )
            : t("Available once your {provider} account under ‘Get paid’ is complete.", { provider })
        }
        // Shows the requested state during the request.
        checked={tips.isPending ? tips.variables : status.tipsEnabled}
        disabled={!isReady}
        onChange={(event) => tips.mutate(event.target.checked)}
      />
      <RequestError error={tips.error} fallback={t("Unable to update tip settings")} />
      <p className="text-[15px] text-muted">
        {rich("Platform fee: {platformFeeBps}", {
          platformFeeBps: (
            <span className="font-semibold text-ink tabular-nums">{formatFee(status.platformFeeBps)}</span>
          ),
        })}
      </p>
    </>
  );
}
