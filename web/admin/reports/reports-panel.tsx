import { useState } from "react";
import { Link } from "react-router";
import { z } from "zod";
import { moderationRoutes, type Report } from "../../../contract/api/moderation.ts";
import { REPORT_REASON_LABELS } from "../../../contract/rules/moderation.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { buildUrl } from "../../lib/api.ts";
import { UrlPage, useUrlState } from "../../lib/use-url-state.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DayField } from "../../ui/choice.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { adminList, useAdminQuery } from "../queries.ts";
import { STATE_LABELS } from "./report-texts.ts";

const Filters = z.object({ state: z.enum(["waiting", "closed"]).catch("waiting"), page: UrlPage });
const STATES = [
  { value: "waiting", label: t("Waiting") },
  { value: "closed", label: t("Decided") },
] as const;

/** Reports of pages: open ones, oldest first, or decided ones. */
export function ReportsPanel() {
  const [{ state, page }, setFilters] = useUrlState(Filters);
  const query = useAdminQuery(adminList("reports", moderationRoutes.reports, { query: { state, page } }));
  return (
    <>
      <DataList
        id="reports"
        title={t("Reports")}
        query={query}
        failure={t("Couldn't load reports.")}
        rows={({ reports }) => reports}
        empty={state === "waiting" ? t("No reports wait for a decision.") : t("Nothing was decided yet.")}
        pages={{
          countOf: (count) => t("{count, plural, one {# report} other {# reports}}", { count }),
          onTurn: setFilters,
        }}
        actions={
          <SegmentedControl
            label={t("Reports shown")}
            options={STATES}
            value={state}
            onChange={(next) => setFilters({ state: next, page: 1 }, { replace: true })}
          />
        }
        item={(report) => <ReportItem key={report.id} report={report} />}
      />
      <Counts />
    </>
  );
}

function ReportItem({ report }: { report: Report }) {
  const { id, state, reason, path, creator, created_at } = report;
  const waits = state === "open" || state === "objected";
  return (
    <li className="grid gap-1.5 border-t border-line px-4 py-4 sm:px-5">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={waits ? "warn" : "good"}>{STATE_LABELS[state]}</Badge>
        {creator?.suspended && <Badge>{t("Suspended")}</Badge>}
        <span className="text-muted">
          <Timestamp at={created_at} />
        </span>
      </p>
      <Link
        to={paths.adminReport(id)}
        aria-label={t("{reason}: report {id}", { reason: t(REPORT_REASON_LABELS[reason]), id })}
        className="link flex min-h-11 items-center justify-self-start font-semibold [overflow-wrap:anywhere]"
      >
        {t(REPORT_REASON_LABELS[reason])}
      </Link>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">
        {creator ? (
          <>
            <bdi>{creator.display_name}</bdi>
            <span> · {path}</span>
          </>
        ) : (
          t("The account was deleted.")
        )}
      </p>
    </li>
  );
}

const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/** Numbers for a transparency report. */
function Counts() {
  const year = new Date().getUTCFullYear();
  const [from, setFrom] = useState(`${year}-01-01`);
  const [to, setTo] = useState(isoDay(new Date()));
  return (
    <Card
      title={t("Transparency report")}
      about={t(
        "Counts of the reports of a period (UTC) by reason and decision, with objections, what became of them, and the median time.",
      )}
    >
      <div className="flex flex-wrap items-end gap-3">
        <DayField label={t("From")} value={from} onDay={setFrom} />
        <DayField label={t("To")} value={to} onDay={setTo} />
        {from && to && from <= to && (
          <Button href={buildUrl(moderationRoutes.exportCounts, { query: { from, to } })} download>
            {t("Download CSV")}
          </Button>
        )}
      </div>
    </Card>
  );
}
