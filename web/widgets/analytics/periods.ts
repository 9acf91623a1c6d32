import { t } from "../../../contract/texts.ts";
/** The possible numbers of days. */
export const PERIODS = [7, 30, 90, 365] as const;
export type AnalyticsPeriod = (typeof PERIODS)[number];
export const DEFAULT_PERIOD: AnalyticsPeriod = 30;

/** Returns the period of a URL, or the default for an invalid one. */
export function parsePeriod(requested: string | null): AnalyticsPeriod {
  return PERIODS.find((days) => String(days) === requested) ?? DEFAULT_PERIOD;
}

export function periodLabel(days: number): string {
  return t("Last {days, plural, one {# day} other {# days}}", { days });
}
