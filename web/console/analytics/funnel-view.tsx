import "../../widgets/analytics/palette.css";
import { useQuery } from "@tanstack/react-query";
import { FUNNEL_DIMENSIONS, type Funnel, funnelRoutes } from "../../../contract/api/funnel.ts";
import { buildUrl } from "../../lib/api.ts";
import { firstFieldError } from "../../lib/form-errors.ts";
import { formatNumber } from "../../lib/format.ts";
import { formatCalendarDay } from "../../lib/time-fields.ts";
import { useUrlState } from "../../lib/use-url-state.ts";
import { PanelSkeleton } from "../../widgets/analytics/panel-skeleton.tsx";
import { QueryFailure } from "../../widgets/loading.tsx";
import { DayChart } from "./day-chart.tsx";
import { FunnelFilters } from "./funnel-filters.tsx";
import { change, DIMENSION_LABELS, moneyText, rate } from "./funnel-labels.ts";
import { FunnelTable } from "./funnel-table.tsx";
import { FunnelUrl } from "./funnel-url.ts";
import { funnelQuery } from "./queries.ts";

/** The funnel of a period: totals, days and a table of each dimension. */
export function FunnelView() {
  const [state, setState] = useUrlState(FunnelUrl);
  const query = useQuery(funnelQuery(state));
  const { data, error, isPlaceholderData } = query;
  const problem = firstFieldError(error);
  const dayError = problem?.name === "from" || problem?.name === "to" ? problem : null;
  const csvOf = (table: string) => buildUrl(funnelRoutes.export, { query: { ...state, table } });
  return (
    <section
      aria-labelledby="funnel"
      className="analytics min-w-0 overflow-clip rounded-card border border-line bg-surface"
    >
      <div className="grid gap-4 px-4 py-4 sm:px-5">
        <h2 id="funnel" className="text-xl">
          From visit to sale
        </h2>
        <FunnelFilters state={state} onChange={setState} data={data} dayError={dayError} />
      </div>
      {error && !dayError && (
        <div className="px-4 pb-5 sm:px-5">
          <QueryFailure query={query} failure="Couldn't load analytics." />
        </div>
      )}
      {data === undefined
        ? !error && <PanelSkeleton />
        : !error && (
            <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "opacity-60" : undefined}>
              {data.counted_until !== null && (
                <p role="status" className="border-t border-line bg-tint px-4 py-3 text-sm sm:px-5">
                  Your earlier visits are being counted for the first time. The figures grow until all are
                  counted.
                </p>
              )}
              <Totals funnel={data} />
              <DayChart funnel={data} csv={csvOf("day")} />
              {FUNNEL_DIMENSIONS.map((dimension) => (
                <FunnelTable
                  key={dimension}
                  dimension={dimension}
                  title={DIMENSION_LABELS[dimension].title}
                  rows={data.tables[dimension]}
                  chosen={state[dimension]}
                  onChoose={(key) => setState({ [dimension]: key })}
                  csv={csvOf(dimension)}
                />
              ))}
              <p className="border-t border-line px-4 py-4 text-sm text-muted sm:px-5">
                Days are UTC. A sale counts on the day it was paid, with the source of the visit that opened
                its checkout. If somebody first comes from Instagram and later buys from a bookmark, the
                source is “Direct / unknown”, as for every visit whose app or browser hides its source.
                Visitors who ask not to be tracked are not counted, and the source of their sales is
                “Unknown”. “You keep” is before the payment provider's fee.
              </p>
            </div>
          )}
    </section>
  );
}

function Totals({ funnel: { totals, previous, previous_stored, from, to } }: { funnel: Funnel }) {
  const all: { label: string; now: number; before: number; outOf?: number; isSale?: true; isRare?: true }[] =
    [
      { label: "Views", now: totals.views, before: previous.views },
      { label: "Clicks", now: totals.clicks, before: previous.clicks, outOf: totals.views },
      { label: "Checkouts", now: totals.checkouts, before: previous.checkouts, outOf: totals.clicks },
      { label: "Sales", now: totals.paid, before: previous.paid, outOf: totals.checkouts, isSale: true },
      { label: "Signups", now: totals.signups, before: previous.signups, isRare: true },
      { label: "Plays", now: totals.plays, before: previous.plays, isRare: true },
    ];
  const stats = all.filter(({ isRare, now, before }) => !isRare || now + before > 0);
  return (
    <>
      <p className="border-t border-line px-4 pt-4 text-sm text-muted sm:px-5">
        <span>
          {formatCalendarDay(from)} to {formatCalendarDay(to)}, compared with as many days before
        </span>
        {!previous_stored && (
          <span>. Some visits of those days are no longer stored, so only sales are compared.</span>
        )}
      </p>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 px-4 py-4 sm:flex sm:flex-wrap sm:px-5">
        {stats.map(({ label, now, before, outOf, isSale }) => (
          <Stat
            key={label}
            label={label}
            value={formatNumber(now)}
            note={previous_stored || isSale ? change(now, before) : null}
          >
            {outOf !== undefined && outOf > 0 && `${rate(now, outOf)} of the previous step`}
          </Stat>
        ))}
      </dl>
      <dl className="grid gap-x-8 gap-y-4 px-4 pb-4 sm:flex sm:flex-wrap sm:px-5">
        <Stat
          label="Revenue"
          value={moneyText(totals.money, "revenue_cents")}
          note={moneyBefore(previous.money, "revenue_cents")}
        />
        <Stat
          label="You keep"
          value={moneyText(totals.money, "kept_cents")}
          note={moneyBefore(previous.money, "kept_cents")}
        />
      </dl>
    </>
  );
}

const moneyBefore = (...[money, field]: Parameters<typeof moneyText>) =>
  money.length === 0 ? "none before" : `before: ${moneyText(money, field)}`;

type StatProps = { label: string; value: string; note: string | null; children?: string | false };

function Stat({ label, value, note, children }: StatProps) {
  return (
    <div className="sm:min-w-24">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-display text-2xl leading-tight font-[650] tracking-tight tabular-nums">{value}</dd>
      {note !== null && <dd className="text-sm text-muted">{note}</dd>}
      {children && <dd className="text-sm text-muted">{children}</dd>}
    </div>
  );
}
