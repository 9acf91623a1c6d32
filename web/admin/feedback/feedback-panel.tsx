import { useId, useState } from "react";
import { adminRoutes } from "../../../contract/api/admin.ts";
import { type Feedback, FeedbackStatus } from "../../../contract/api/feedback.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { rich } from "../../lib/rich.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { useUrlState } from "../../lib/use-url-state.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { FeedbackFilters } from "../admin-url.ts";
import { adminList, useAdminQuery, useRowAction } from "../queries.ts";

/** The feedback inbox, newest first. */
export function FeedbackPanel() {
  const [{ status, page }, setFilters] = useUrlState(FeedbackFilters);
  const query = useAdminQuery(
    adminList("feedback", adminRoutes.feedback, {
      query: { status: status === "all" ? undefined : status, page },
    }),
  );
  const [changedId, setChangedId] = useState<number | null>(null);
  const isListed = query.data?.feedback.some(({ id }) => id === changedId) ?? false;
  // Under a filter, a message with a new status leaves the list with the focused button.
  const heading = useFocusFallback<HTMLHeadingElement>(isListed);
  return (
    <DataList
      id="feedback"
      title={t("Feedback")}
      headingRef={heading}
      query={query}
      failure={t("Failed to load feedback")}
      rows={({ feedback }) => feedback}
      empty={status === "all" ? t("No feedback submitted yet.") : t("No {status} feedback.", { status })}
      pages={{
        countOf: (count) => t("{count, plural, one {# message} other {# messages}}", { count }),
        onTurn: setFilters,
      }}
      actions={
        <StatusFilter
          status={status}
          onChange={(next) => setFilters({ status: next, page: 1 }, { replace: true })}
        />
      }
      item={(item) => <FeedbackItem key={item.id} item={item} onChange={() => setChangedId(item.id)} />}
    />
  );
}

type Status = FeedbackFilters["status"];
const STATUSES = [
  { value: "all", label: t("All") },
  { value: "open", label: t("Open") },
  { value: "resolved", label: t("Resolved") },
] as const;

function StatusFilter({ status, onChange }: { status: Status; onChange: (status: Status) => void }) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5">
      <label htmlFor={id} className="text-[15px] text-muted">
        {t("Status")}
      </label>
      <div className="w-36">
        <Select
          id={id}
          value={status}
          onChange={({ target }) => onChange(FeedbackStatus.safeParse(target.value).data ?? "all")}
          options={STATUSES}
        />
      </div>
    </div>
  );
}

const CATEGORIES = { bug: t("Bug"), feature: t("Feature") } as const;

type FeedbackItemProps = { item: Feedback; onChange?: () => void };

/** A message that can be resolved and re-opened. */
export function FeedbackItem({ item, onChange }: FeedbackItemProps) {
  const isOpen = item.status === "open";
  const setStatus = useRowAction({
    send: () =>
      request(adminRoutes.updateFeedback, {
        params: { id: item.id },
        body: { status: isOpen ? "resolved" : "open" },
      }),
    failure: t("Failed to update feedback"),
  });
  const label =
    item.title ??
    t("{category} from {name}", {
      category: CATEGORIES[item.category],
      name: item.display_name ?? item.email ?? "",
    });
  return (
    <li className="grid grid-cols-1 gap-2 border-t border-line px-4 py-4 sm:px-5 md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-5">
      <div className="grid min-w-0 grid-cols-1 gap-1.5">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <Badge>{CATEGORIES[item.category]}</Badge>
          <Badge tone={isOpen ? "warn" : "good"}>{isOpen ? t("Open") : t("Resolved")}</Badge>
          <span className="text-muted">
            <Timestamp at={item.created_at} />
          </span>
        </p>
        {item.title && (
          <h3 dir="auto" className="font-sans text-base font-semibold [overflow-wrap:anywhere]">
            {item.title}
          </h3>
        )}
        <p dir="auto" className="text-[15px] whitespace-pre-wrap [overflow-wrap:anywhere]">
          {item.message}
        </p>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          <bdi>{item.display_name ?? t("No page")}</bdi>
          {item.handle && (
            <span>
              {" · "}
              <bdi>@{item.handle}</bdi>
            </span>
          )}
          {item.email && (
            <span>
              {" · "}
              <bdi>{item.email}</bdi>
            </span>
          )}
          <span>{" · "}</span>
          <span>{rich("on {page}", { page: <bdi>{item.page}</bdi> })}</span>
        </p>
      </div>
      <Button
        className="justify-self-start md:w-36 md:self-center"
        busy={setStatus.isPending}
        aria-label={isOpen ? t("Mark resolved: {label}", { label }) : t("Re-open: {label}", { label })}
        onClick={() => {
          onChange?.();
          setStatus.mutate();
        }}
      >
        {isOpen ? t("Mark resolved") : t("Re-open")}
      </Button>
    </li>
  );
}
