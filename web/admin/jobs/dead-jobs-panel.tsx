import { adminRoutes, type DeadJob } from "../../../contract/api/admin.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { rich } from "../../lib/rich.ts";
import { PageState, useUrlState } from "../../lib/use-url-state.ts";
import { Button } from "../../ui/button.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { adminList, useAdminQuery, useRowAction } from "../queries.ts";

/** Background jobs that failed permanently, emails among them. */
export function DeadJobsPanel() {
  const [{ page }, setUrl] = useUrlState(PageState);
  return (
    <DataList
      id="jobs"
      title={t("Failed jobs")}
      query={useAdminQuery(adminList("jobs", adminRoutes.deadJobs, { query: { page } }))}
      failure={t("Couldn't load the jobs.")}
      rows={({ jobs }) => jobs}
      empty={t("No failed jobs.")}
      pages={{
        countOf: (count) => t("{count, plural, one {# job} other {# jobs}}", { count }),
        onTurn: setUrl,
      }}
      item={(job) => <Row key={job.id} job={job} />}
    />
  );
}

function Row({ job }: { job: DeadJob }) {
  const retry = useRowAction({
    send: () => request(adminRoutes.retryDeadJob, { params: { id: job.id } }),
    done: t("The job runs again."),
    failure: t("Couldn't retry the job."),
  });
  return (
    <li className="grid grid-cols-1 gap-x-5 gap-y-2 border-t border-line px-4 py-3 text-[15px] sm:px-5 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{job.name}</p>
        <p className="[overflow-wrap:anywhere]">{job.error}</p>
        <p className="text-sm text-muted tabular-nums">
          {rich("Failed {date} · {attempts, plural, one {# attempt} other {# attempts}}", {
            date: <Timestamp at={job.failed_at} />,
            attempts: job.attempts,
          })}
        </p>
      </div>
      <Button
        className="justify-self-start md:self-center"
        busy={retry.isPending}
        aria-label={t("Retry {name}", { name: job.name })}
        onClick={() => retry.mutate()}
      >
        {t("Retry")}
      </Button>
    </li>
  );
}
