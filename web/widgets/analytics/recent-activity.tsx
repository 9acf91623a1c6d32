import {
  CircleCheck,
  Eye,
  type LucideIcon,
  MailCheck,
  MousePointerClick,
  Play,
  Share2,
  ShoppingBag,
} from "lucide-react";
import { useId, useState } from "react";
import type { AnalyticsSummary, EventType } from "../../../contract/api/analytics.ts";
import { t } from "../../../contract/texts.ts";
import { formatTimestamp } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { EVENT_LABELS } from "./labels.ts";
import { NothingYet, PanelPart } from "./panel-part.tsx";
import { timeAgo } from "./relative-time.ts";
import { useNow } from "./use-now.ts";

const FIRST_ROWS = 7;
const TICK_MS = 10_000;

const ICONS: Record<EventType, LucideIcon> = {
  page_view: Eye,
  tile_click: MousePointerClick,
  checkout_start: ShoppingBag,
  purchase: CircleCheck,
  profile_share: Share2,
  signup: MailCheck,
  play: Play,
};

type RecentActivityProps = {
  recent: AnalyticsSummary["recent"];
  /** The time of the request. */
  since: Date;
  className?: string;
};

/** The latest events, newest first. */
export function RecentActivity({ recent, since, className }: RecentActivityProps) {
  const [all, setAll] = useState(false);
  const now = useNow({ everyMs: TICK_MS, since });
  const list = useId();
  return (
    <PanelPart title={t("Recent activity")} className={className}>
      {recent.length === 0 ? (
        <NothingYet>{t("Views, clicks and purchases appear here.")}</NothingYet>
      ) : (
        <ul id={list} className="-my-1 text-[15px]">
          {recent.slice(0, all ? undefined : FIRST_ROWS).map((event, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two events may be identical to the millisecond, and rows have no state
            <ActivityRow key={`${event.created_at} ${event.event} ${place}`} event={event} now={now} />
          ))}
        </ul>
      )}
      {recent.length > FIRST_ROWS && (
        <Button
          variant="quiet"
          className="mt-2 -ms-3 px-3! text-primary!"
          aria-expanded={all}
          aria-controls={list}
          onClick={() => setAll(!all)}
        >
          {all ? t("Show less activity") : t("Show the last {count}", { count: recent.length })}
        </Button>
      )}
    </PanelPart>
  );
}

type ActivityRowProps = { event: AnalyticsSummary["recent"][number]; now: Date };

function ActivityRow({ event: { event, title, created_at }, now }: ActivityRowProps) {
  const Icon = ICONS[event];
  return (
    <li className="flex items-start gap-2.5 py-1.5">
      <span
        className={`mt-px grid size-6 shrink-0 place-items-center rounded-lg ${event === "purchase" ? "bg-good/12 text-good" : "bg-tint text-primary"}`}
      >
        <Icon size={15} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="font-medium">{EVENT_LABELS[event]}</span>
        {title !== null && (
          <span className="text-muted">
            <span className="sr-only">:</span> <bdi>{title}</bdi>
          </span>
        )}
      </span>
      <time
        dateTime={created_at}
        title={formatTimestamp(created_at)}
        className="mt-px shrink-0 text-sm text-muted tabular-nums"
      >
        {timeAgo(created_at, now)}
      </time>
    </li>
  );
}
