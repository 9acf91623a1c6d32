import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { toast } from "sonner";
import { moderationRoutes, type ReportDetail } from "../../../contract/api/moderation.ts";
import { REPORT_REASON_LABELS } from "../../../contract/rules/moderation.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { ApiError, buildUrl } from "../../lib/api.ts";
import { freshQuery } from "../../lib/list-query.ts";
import { rich } from "../../lib/rich.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { DecisionFacts, Fact } from "../../widgets/decision-facts.tsx";
import { DetailScreen } from "../../widgets/detail-screen.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { ADMIN, useAdminChanged, useAdminQuery } from "../queries.ts";
import { AnswerForm, LiftForm } from "./answer-forms.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { STATE_LABELS } from "./report-texts.ts";

const reportQuery = (id: number) =>
  freshQuery([...ADMIN, "report", id], moderationRoutes.showReport, { params: { id } });

/** A report: its text, the page at that time, and the possible decisions. */
export function ReportScreen() {
  const id = Number(useParams().id) || 0;
  const query = useAdminQuery(reportQuery(id));
  const { error } = query;
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <DetailScreen
      query={query}
      title={t("Report {id} · Admin", { id })}
      heading={t("Report")}
      list={{ path: paths.adminTab("reports"), label: t("All reports") }}
      missing={isMissing && t("This report doesn't exist.")}
      failure={t("Couldn't load this report.")}
      label={t("Loading report")}
      shapes={["h-48 rounded-card", "h-96 rounded-card"]}
    >
      {({ report }) => <Detail key={id} report={report} />}
    </DetailScreen>
  );
}

function Detail({ report }: { report: ReportDetail }) {
  const queryClient = useQueryClient();
  const changed = useAdminChanged();
  const onDone = async (next: { report: ReportDetail }, done: string) => {
    toast.success(done);
    queryClient.setQueryData(reportQuery(report.id).queryKey, next);
    await changed();
  };
  const waits = report.state === "open" || report.state === "objected";
  const facts = useFocusFallback<HTMLDivElement>(`${report.state} ${report.decision?.active}`);
  return (
    <>
      <div className="grid grid-cols-1 gap-2">
        <h1 className="text-3xl [overflow-wrap:anywhere] sm:text-4xl">
          {t(REPORT_REASON_LABELS[report.reason])}
        </h1>
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={waits ? "warn" : "good"}>{STATE_LABELS[report.state]}</Badge>
          {report.creator?.suspended && <Badge>{t("Suspended")}</Badge>}
          <span className="text-sm text-muted">
            {rich("Report {id} · {date}", { id: report.id, date: <Timestamp at={report.created_at} /> })}
          </span>
        </p>
      </div>
      <div className="grid grid-cols-1 items-start gap-4 sm:gap-5 lg:grid-cols-2">
        <div ref={facts} tabIndex={-1} className="grid min-w-0 grid-cols-1 gap-4 outline-none sm:gap-5">
          <Content report={report} />
          {report.decision && report.decision.scope !== "none" && (
            <Card title={t("Decision")}>
              <DecisionFacts decision={report.decision} />
            </Card>
          )}
          {report.state === "dismissed" && report.decision && (
            <Card title={t("Dismissed")}>
              <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                {report.decision.reason}
              </p>
            </Card>
          )}
          {report.state === "open" && <DecisionForm report={report} onDone={onDone} />}
          {report.state === "objected" &&
            (report.needs_other_admin ? (
              <Alert tone="warn">
                {t("You made this decision. Another administrator must answer the objection.")}
              </Alert>
            ) : (
              <AnswerForm report={report} onDone={onDone} />
            ))}
          {report.decision?.active && report.state !== "open" && <LiftForm report={report} onDone={onDone} />}
        </div>
        <Snapshot report={report} />
      </div>
    </>
  );
}

function Content({ report }: { report: ReportDetail }) {
  const { creator, message, path, reporter, others_waiting } = report;
  return (
    <Card title={t("Report")}>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {message || <span className="text-muted">{t("The text was deleted.")}</span>}
      </p>
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <Fact name={t("Page")}>{path ? <NewTab href={path}>{path}</NewTab> : t("Deleted")}</Fact>
        <Fact name={t("Creator")}>
          {creator ? (
            <Link to={paths.adminUser(creator.user_id)} className={FACT_LINK}>
              <bdi>{creator.display_name}</bdi> (<bdi>@{creator.handle}</bdi>)
            </Link>
          ) : (
            t("The account was deleted.")
          )}
        </Fact>
        <Fact name={t("Reported by")}>
          {reporter ? (
            <>
              <bdi>{reporter.name ?? t("No name")}</bdi>
              {reporter.email && <span> · {reporter.email}</span>}
            </>
          ) : (
            t("Unknown, or deleted after the decision")
          )}
        </Fact>
        {others_waiting > 0 && (
          <Fact name={t("Also waiting")}>
            {t("{count, plural, one {# about this creator} other {# about this creator}}", {
              count: others_waiting,
            })}
          </Fact>
        )}
      </dl>
    </Card>
  );
}

/** High enough for a finger, in line with the label. */
const FACT_LINK = "link -my-2.5 inline-block py-2.5";

function NewTab({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={FACT_LINK}>
      {children}
      <span className="sr-only"> {t("(opens in a new tab)")}</span>
    </a>
  );
}

function Snapshot({ report: { id, has_snapshot } }: { report: ReportDetail }) {
  return (
    <Card title={t("The page when it was reported")}>
      {has_snapshot ? (
        <>
          <p className="text-sm text-muted">
            {t(
              "Nothing in it can be clicked. Images of other sites are left out, so that they don't learn who looks.",
            )}
          </p>
          <iframe
            title={t("The page when it was reported")}
            src={buildUrl(moderationRoutes.snapshot, { params: { id } })}
            sandbox=""
            className="h-[70dvh] w-full rounded-control border border-line bg-surface focus:outline-2 focus:outline-offset-2 focus:outline-primary"
          />
        </>
      ) : (
        <p className="text-muted">{t("There is no copy: visitors saw nothing there, or it was deleted.")}</p>
      )}
    </Card>
  );
}
