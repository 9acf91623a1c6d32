import { useState } from "react";
import { Link } from "react-router";
import { z } from "zod";
import { moderationRoutes, type Report } from "../../../contract/api/moderation.ts";
import { REPORT_REASON_LABELS } from "../../../contract/rules/moderation.ts";
import { paths } from "../../../contract/rules/paths.ts";
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
  { value: "waiting", label: "Waiting" },
  { value: "closed", label: "Decided" },
] as const;

/** Reports of pages: open ones, oldest first, or decided ones. */
export function ReportsPanel() {
  const [{ state, page }, setFilters] = useUrlState(Filters);
  const query = useAdminQuery(adminList("reports", moderationRoutes.reports, { query: { state, page } }));
  return (
    <>
      <DataList
        id="reports"
        title="Reports"
        query={query}
        failure="Couldn't load reports."
        rows={({ reports }) => reports}
        empty={state === "waiting" ? "No reports wait for a decision." : "Nothing was decided yet."}
        pages={{ nouns: ["report", "reports"], onTurn: setFilters }}
        actions={
          <SegmentedControl
            label="Reports shown"
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
        {creator?.suspended && <Badge>Suspended</Badge>}
        <span className="text-muted">
          <Timestamp at={created_at} />
        </span>
      </p>
      <Link
        to={paths.adminReport(id)}
        aria-label={`${REPORT_REASON_LABELS[reason]}: report ${id}`}
        className="link flex min-h-11 items-center justify-self-start font-semibold [overflow-wrap:anywhere]"
      >
        {REPORT_REASON_LABELS[reason]}
      </Link>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">
        {creator ? (
          <>
            <bdi>{creator.display_name}</bdi>
            <span> · {path}</span>
          </>
        ) : (
          "The account was deleted."
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
      title="Transparency report"
      about="Counts of the reports of a period (UTC) by reason and decision, with objections, what became of them, and the median time."
    >
      <div className="flex flex-wrap items-end gap-3">
        <DayField label="From" value={from} onDay={setFrom} />
        <DayField label="To" value={to} onDay={setTo} />
        {from && to && from <= to && (
          <Button href={buildUrl(moderationRoutes.exportCounts, { query: { from, to } })} download>
            Download CSV
          </Button>
        )}
      </div>
    </Card>
  );
}
