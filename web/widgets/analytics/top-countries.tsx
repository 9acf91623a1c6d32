import type { AnalyticsSummary } from "../../../contract/api/analytics.ts";
import { t } from "../../../contract/texts.ts";
import { formatNumber } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { Bar } from "./bar.tsx";
import { countryLabel } from "./labels.ts";
import { topOf, totalOf } from "./metrics.ts";
import { NothingYet, PanelPart } from "./panel-part.tsx";

const MOST_COUNTRIES = 8;

type TopCountriesProps = { countries: AnalyticsSummary["countries"]; className?: string };

/** The countries of views. */
export function TopCountries({ countries, className }: TopCountriesProps) {
  const { top, rest } = topOf(countries, MOST_COUNTRIES);
  const total = totalOf(countries);
  return (
    <PanelPart title={t("Top countries")} note={t("By views")} className={className}>
      {top.length === 0 ? (
        <NothingYet>{t("No location data yet.")}</NothingYet>
      ) : (
        <ul className="grid grid-cols-1 gap-2.5 text-[15px]">
          {top.map(({ country, count }) => {
            const { flag, name } = countryLabel(country);
            return (
              <li key={country} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5">
                <span aria-hidden="true" className="flag w-6 text-center text-lg leading-none">
                  {flag}
                </span>
                <span className="truncate" title={name}>
                  {name}
                </span>
                <span className="font-medium tabular-nums">{formatNumber(count)}</span>
                <Bar part={count / total} className="col-span-2 col-start-2 mt-1" />
              </li>
            );
          })}
        </ul>
      )}
      {rest.rows > 0 && (
        <p className="mt-3 text-sm text-muted">
          {rich(
            "And {count, plural, one {# view} other {# views}} from {rows, plural, one {# more country} other {# more countries}}.",
            { count: rest.count, rows: rest.rows },
          )}
        </p>
      )}
    </PanelPart>
  );
}
