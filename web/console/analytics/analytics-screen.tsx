import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { paths } from "../../../contract/rules/paths.ts";
import { hasCreatorPlan } from "../../../contract/rules/rules.ts";
import { t } from "../../../contract/texts.ts";
import { errorMessage } from "../../lib/api.ts";
import { useUrlState } from "../../lib/use-url-state.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SegmentedLinks } from "../../ui/segmented-control.tsx";
import { Switch } from "../../ui/switch.tsx";
import { type AnalyticsPeriod, PERIODS } from "../../widgets/analytics/periods.ts";
import { pageUrlOf } from "../../widgets/visitor-url.ts";
import { useCreator } from "../creator-context.ts";
import { CampaignLinks } from "./campaign-links-card.tsx";
import { FunnelView } from "./funnel-view.tsx";
import { LivePanel } from "./live-panel.tsx";
import { PeriodPicker } from "./period-picker.tsx";
import { digestQuery, useSaveDigest } from "./queries.ts";

/** Shows where visits come from and what they buy. The Free plan has only the dashboard's panel. */
export function AnalyticsScreen() {
  const creator = useCreator();
  const [{ view }] = useUrlState(ScreenState);
  const isFull = hasCreatorPlan(creator);
  const isLinks = isFull && view === "links";
  return (
    <>
      <PageTitle>{isLinks ? t("Campaign links") : t("Analytics")}</PageTitle>
      <div className="grid gap-4">
        <h1 className="text-3xl sm:text-4xl">{t("Analytics")}</h1>
        {isFull && (
          <SegmentedLinks
            label={t("Figures and campaign links")}
            links={[
              { to: paths.fullAnalytics(), label: t("Visits and sales"), current: !isLinks },
              { to: paths.campaignLinks(), label: t("Campaign links"), current: isLinks },
            ]}
            className="w-full sm:w-96 print:hidden"
          />
        )}
      </div>
      {!isFull && <BasicAnalytics page={pageUrlOf(creator)} />}
      {isFull && isLinks && <CampaignLinks />}
      {isFull && !isLinks && (
        <div className="grid grid-cols-1 gap-5">
          <FunnelView />
          {/* Hidden on paper, where only numbers matter. */}
          <div className="print:hidden">
            <DigestCard />
          </div>
        </div>
      )}
    </>
  );
}

const ScreenState = z.object({ view: z.enum(["figures", "links"]).catch("figures") });

const ADDS = [
  t("Which source, tile, country, device and campaign link brought which sale, each filtering the others"),
  t("Your net income from it, compared with the days before, as far back as visits are stored"),
  t("Short campaign links with QR codes to print, and a weekly digest by email"),
];

function BasicAnalytics({ page }: { page: string }) {
  const [days, setDays] = useState<AnalyticsPeriod>(PERIODS[1]);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card title={t("See what brings your sales")}>
        <p className="text-muted">{t("Full analytics are part of the Creator plan:")}</p>
        <ul className="grid list-disc gap-1 ps-5">
          {ADDS.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <div>
          <Button href={paths.upgrade()} variant="primary">
            {t("Upgrade to Creator")}
          </Button>
        </div>
      </Card>
      <section
        aria-label={t("Basic analytics")}
        className="overflow-clip rounded-card border border-line bg-surface"
      >
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 sm:px-5">
          <h2 className="text-xl">{t("Your visits")}</h2>
          <PeriodPicker days={days} onPick={setDays} />
        </div>
        <LivePanel days={days} page={page} />
      </section>
    </div>
  );
}

/** Turns the weekly digest on or off at once. */
function DigestCard() {
  const { data } = useQuery(digestQuery);
  const save = useSaveDigest();
  return (
    <Card title={t("Weekly digest")}>
      <Switch
        label={t("Email me once a week")}
        help={t(
          "On Mondays at 8 in your time zone: what changed and what may have caused it, your best tile and source, your sales. Nothing when nothing happened.",
        )}
        checked={save.isPending ? save.variables : (data?.enabled ?? false)}
        disabled={data === undefined || save.isPending}
        onChange={({ currentTarget: { checked } }) => save.mutate(checked)}
      />
      {save.error && <Alert tone="bad">{errorMessage(save.error, t("Couldn't save."))}</Alert>}
    </Card>
  );
}
