import { t } from "../../../contract/texts.ts";
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
  const money = state.money ?? data?.money ?? "live";
  const csvOf = (table: string) => buildUrl(funnelRoutes.export, { query: { ...state, money, table } });
  return (
    <section
      aria-labelledby="funnel"
      className="analytics min-w-0 overflow-clip rounded-card border border-line bg-surface"
    >
      <div className="grid gap-4 px-4 py-4 sm:px-5">
        <h2 id="funnel" className="text-xl">
          {t("From visit to sale")}
        </h2>
        <FunnelFilters state={state} onChange={setState} data={data} dayError={dayError} />
      </div>
      {error && !dayError && (
        <div className="px-4 pb-5 sm:px-5">
          <QueryFailure query={query} failure={t("Couldn't load analytics.")} />
        </div>
      )}
      {data === undefined
        ? !error && <PanelSkeleton />
        : !error && (
            <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "opacity-60" : undefined}>
              {data.counted_until !== null && (
                <p role="status" className="border-t border-line bg-tint px-4 py-3 text-sm sm:px-5">
                  {t(
                    "Your earlier visits are being counted for the first time. The figures grow until all are counted.",
                  )}
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
              <details className="border-t border-line px-4 py-2 text-sm text-muted sm:px-5">
                <summary className="min-h-11 py-3 font-medium">{t("How this is counted")}</summary>
                <ul className="grid list-disc gap-1.5 pb-3 ps-5">
                  <li>{t("Days are UTC.")}</li>
                  <li>
                    {t("A sale belongs to the day it was paid and to the visit that opened its checkout.")}
                  </li>
                  <li>
                    {t(
                      "If somebody first comes from Instagram and later buys from a bookmark, the source is “Direct / unknown”, as for every visit whose app or browser hides its source.",
                    )}
                  </li>
                  <li>
                    {t(
                      "Visitors who ask not to be tracked are not counted, and the source of their sales is “Unknown”.",
                    )}
                  </li>
                  <li>
                    {t("“Net” is after refunds and the platform fee, before the payment provider's fee.")}
                  </li>
                </ul>
              </details>
            </div>
          )}
    </section>
  );
}

function Totals({ funnel: { totals, offers, previous, previous_stored, from, to } }: { funnel: Funnel }) {
  const isComparable = COUNTED.some((name) => previous[name] > 0);
  const period = { from: formatCalendarDay(from), to: formatCalendarDay(to) };
  const changeOf = (name: (typeof COUNTED)[number]) =>
    isComparable && (previous_stored || name === "paid") ? change(totals[name], previous[name]) : null;
  return (
    <>
      <p className="border-t border-line px-4 pt-4 text-sm text-muted sm:px-5">
        <span>
          {isComparable
            ? t("{from} to {to}, compared with as many days before.", period)
            : t("{from} to {to}. No earlier days to compare with.", period)}
        </span>
        {isComparable && !previous_stored && (
          <span> {t("Some visits of those days are no longer stored, so only sales are compared.")}</span>
        )}
      </p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 px-4 py-4 sm:grid-cols-3 md:grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] md:gap-x-4 sm:px-5">
        {COUNTED.filter((name) => !RARE.has(name) || totals[name] + previous[name] > 0).map((name) => {
          const step = STEP_BEFORE[name];
          const share = step && totals[step.name] > 0 && rate(totals[name], totals[step.name]);
          return (
            <Stat key={name} label={LABELS[name]} value={formatNumber(totals[name])} note={changeOf(name)}>
              {step && share && step.text({ share })}
            </Stat>
          );
        })}
        {offers.length > 0 && (
          <Stat
            label={t("Second offers")}
            value={formatNumber(offers.reduce((sum, { taken }) => sum + taken, 0))}
            note={t("{money} of the revenue", { money: moneyText(offers, "revenue_cents") })}
          />
        )}
        {(["revenue_cents", "kept_cents"] as const).map((field) => (
          <Stat
            key={field}
            label={field === "revenue_cents" ? t("Revenue") : t("Net")}
            value={moneyText(totals.money, field)}
            note={
              previous.money.length > 0
                ? t("before: {money}", { money: moneyText(previous.money, field) })
                : null
            }
          />
        ))}
      </dl>
    </>
  );
}

const COUNTED = ["views", "clicks", "checkouts", "paid", "signups", "plays"] as const;
const LABELS: Record<(typeof COUNTED)[number], string> = {
  views: t("Views"),
  clicks: t("Clicks"),
  checkouts: t("Checkouts"),
  paid: t("Sales"),
  signups: t("Signups"),
  plays: t("Plays"),
};
/** The counts that are shown only if there are any. */
const RARE: ReadonlySet<string> = new Set(["signups", "plays"]);
type Step = { name: (typeof COUNTED)[number]; text: (part: { share: string }) => string };
/** The step of the funnel before a count, which it is a share of. */
const STEP_BEFORE: Partial<Record<(typeof COUNTED)[number], Step>> = {
  clicks: { name: "views", text: (part) => t("{share} of views", part) },
  checkouts: { name: "clicks", text: (part) => t("{share} of clicks", part) },
  paid: { name: "checkouts", text: (part) => t("{share} of checkouts", part) },
};

type StatProps = { label: string; value: string; note: string | null; children?: string | false | undefined };

function Stat({ label, value, note, children }: StatProps) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-display text-2xl leading-tight font-[650] tracking-tight tabular-nums">{value}</dd>
      {note !== null && <dd className="text-sm text-muted">{note}</dd>}
      {children && <dd className="text-sm text-muted">{children}</dd>}
    </div>
  );
}
