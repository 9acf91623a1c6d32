import { useState } from "react";
import type { Funnel, PageChange } from "../../../contract/api/funnel.ts";
import { t, text } from "../../../contract/texts.ts";
import { formatMoney, formatNumber } from "../../lib/format.ts";
import { formatCalendarDay } from "../../lib/time-fields.ts";
import { Button } from "../../ui/button.tsx";
import { PanelPart } from "../../widgets/analytics/panel-part.tsx";
import { SPARKLINE, sparklinePath, sparklineX } from "../../widgets/analytics/sparkline-path.ts";
import { Cells, CsvLink, DAY_COLUMNS, Heads } from "./funnel-table.tsx";

const CHANGES: Record<PageChange["kind"], string> = {
  tile_added: t("Tile added"),
  tile_removed: t("Tile removed"),
  price_changed: t("Price changed"),
  announcement_changed: t("Announcement changed"),
  appearance_changed: t("Appearance changed"),
};

/** Describes a change of the page, with the old and the new price. */
function changeText({ kind, title, price }: PageChange): string {
  const change = title === null ? CHANGES[kind] : t("{change}: {title}", { change: CHANGES[kind], title });
  if (!price) return change;
  return t("{change}, {before} to {after}", {
    change,
    before: formatMoney(price.from_cents, price.currency),
    after: formatMoney(price.to_cents, price.currency),
  });
}

/** Formats the end of a line's scale. In a long period, its highest point is the mean of several days. */
const scaleEnd = (highest: number): string => formatNumber(highest, { maximumFractionDigits: 1 });

/** Views and sales by day with changes of the page, as a chart and as a table. */
export function DayChart({ funnel: { days, changes }, csv }: { funnel: Funnel; csv: string }) {
  const [isTable, setTable] = useState(false);
  const places = new Map(days.map(({ date }, place) => [date, place]));
  const changedDays = [...new Set(changes.map(({ date }) => date))];
  const xOf = (date: string) => sparklineX(places.get(date) ?? 0, days.length);
  const views = sparklinePath(days.map((day) => day.views));
  const sales = sparklinePath(days.map((day) => day.paid));
  const { width, height } = SPARKLINE;
  return (
    <PanelPart
      title={t("By day")}
      className="border-t border-line"
      note={<CsvLink href={csv} label={text("Download CSV<hidden> of days</hidden>")} />}
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="block h-40 w-full print:break-inside-avoid"
      >
        {changedDays.map((date) => (
          <line
            key={date}
            x1={xOf(date)}
            x2={xOf(date)}
            y1="0"
            y2={height}
            stroke="var(--muted)"
            strokeWidth="1"
            strokeDasharray="2 3"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <path d={views.area} fill="var(--primary)" opacity="0.1" />
        <Line d={views.line} stroke="var(--primary)" />
        <Line d={sales.line} stroke="var(--chart-2)" />
      </svg>
      <p className="mt-2 flex flex-wrap gap-x-5 text-sm text-muted">
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="w-5 border-t-2 border-primary" />
          <span>{t("Views, 0 to {highest} a day", { highest: scaleEnd(views.highest) })}</span>
        </span>
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className="w-5 border-t-2 border-(--chart-2)" />
          <span>
            {t("Sales, 0 to {highest} a day, on a scale of their own", { highest: scaleEnd(sales.highest) })}
          </span>
        </span>
      </p>
      {changes.length > 0 && (
        <details className="mt-3 print:details-content:[content-visibility:visible]">
          <summary className="min-h-11 cursor-pointer content-center font-medium">
            {t("Changes of your page ({count})", { count: changes.length })}
          </summary>
          <ul className="grid gap-1 text-sm">
            {changes.map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two equal changes of a day differ in nothing else
              <li key={index}>
                <span className="text-muted">{formatCalendarDay(change.date)}</span>{" "}
                <bdi>{changeText(change)}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Button className="mt-3 print:hidden" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
        {isTable ? t("Hide the days") : t("Show the days as a table")}
      </Button>
      {isTable && <DayTable days={days} />}
    </PanelPart>
  );
}

function Line({ d, stroke }: { d: string; stroke: string }) {
  return (
    <path
      d={d}
      fill="none"
      stroke={stroke}
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  );
}

function DayTable({ days }: Pick<Funnel, "days">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen scrolls by keyboard
    <section className="mt-3 max-h-96 overflow-auto print:max-h-none" tabIndex={0} aria-label={t("Days")}>
      <table className="w-full border-collapse text-sm tabular-nums">
        <thead>
          <tr className="text-start text-muted *:py-2 *:pe-4 *:font-medium *:whitespace-nowrap">
            <th scope="col">{t("Day")}</th>
            <Heads columns={DAY_COLUMNS} />
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map((day) => (
            <tr key={day.date} className="border-t border-line *:py-1.5 *:pe-4 *:whitespace-nowrap">
              <th scope="row" className="text-start font-medium">
                {formatCalendarDay(day.date)}
              </th>
              <Cells columns={DAY_COLUMNS} row={day} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
