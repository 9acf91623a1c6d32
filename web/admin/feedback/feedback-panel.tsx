import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { type Feedback, FeedbackStatus } from "../../../contract/feedback.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { ListCard } from "../list-card.tsx";
import { feedbackQuery, useSetFeedbackStatus } from "../queries.ts";
import { Timestamp } from "../timestamp.tsx";
import type { PanelProps } from "../users/users-panel.tsx";

/** What people wrote, newest first. */
export function FeedbackPanel({ view, onShow }: PanelProps) {
  const query = useQuery(feedbackQuery(view));
  const acted = useRef<number | null>(null);
  const { data } = query;
  // Under a filter the message goes from the list, and the button that had the focus with it.
  useEffect(() => {
    if (acted.current === null || data?.feedback.some(({ id }) => id === acted.current)) return;
    acted.current = null;
    if (document.activeElement === document.body) document.getElementById("feedback")?.focus();
  }, [data]);
  return (
    <ListCard
      id="feedback"
      title="Feedback"
      nouns={["message", "messages"]}
      query={query}
      failure="Failed to load feedback"
      empty={view.feedback === "all" ? "No feedback submitted yet." : `No ${view.feedback} feedback.`}
      onPageChange={(feedbackPage, options) => onShow({ feedbackPage }, options)}
      actions={<StatusFilter view={view} onShow={onShow} />}
    >
      {({ feedback }) => (
        <ul>
          {feedback.map((item) => (
            <FeedbackItem
              key={item.id}
              item={item}
              onAct={() => {
                acted.current = item.id;
              }}
            />
          ))}
        </ul>
      )}
    </ListCard>
  );
}

function StatusFilter({ view, onShow }: PanelProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5">
      <label htmlFor={id} className="text-[15px] text-muted">
        Status
      </label>
      <div className="w-36">
        <Select
          id={id}
          value={view.feedback}
          onChange={({ target }) => {
            const chosen = FeedbackStatus.safeParse(target.value);
            onShow({ feedback: chosen.success ? chosen.data : "all" }, { replace: true });
          }}
        >
          <option value="all">All</option>
          <option value="open">Open</option>
          <option value="resolved">Resolved</option>
        </Select>
      </div>
    </div>
  );
}

const CATEGORIES = { bug: "Bug", feature: "Feature" } as const;

function FeedbackItem({ item, onAct }: { item: Feedback; onAct: () => void }) {
  const setStatus = useSetFeedbackStatus();
  const isOpen = item.status === "open";
  const what = item.title ?? `${CATEGORIES[item.category]} of ${item.display_name ?? item.email}`;
  return (
    <li className="grid grid-cols-1 gap-2 border-t border-line px-4 py-4 sm:px-5 md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-5">
      <div className="grid min-w-0 grid-cols-1 gap-1.5">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="rounded-full bg-tint px-2.5 py-0.5 font-semibold text-primary">
            {CATEGORIES[item.category]}
          </span>
          <span
            className={`rounded-full px-2.5 py-0.5 font-semibold ${isOpen ? "bg-warn/8 text-warn" : "bg-good/8 text-good"}`}
          >
            {isOpen ? "Open" : "Resolved"}
          </span>
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
          <bdi>{item.display_name ?? "No page"}</bdi>
          {item.handle && <> · @{item.handle}</>}
          {item.email && <> · {item.email}</>} · on <bdi>{item.page}</bdi>
        </p>
      </div>
      <Button
        className="justify-self-start md:w-36 md:self-center"
        busy={setStatus.isPending}
        aria-label={`${isOpen ? "Mark resolved" : "Re-open"}: ${what}`}
        onClick={() => {
          onAct();
          setStatus.mutate(item);
        }}
      >
        {isOpen ? "Mark resolved" : "Re-open"}
      </Button>
    </li>
  );
}
