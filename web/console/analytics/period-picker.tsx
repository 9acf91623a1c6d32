import { t } from "../../../contract/texts.ts";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { type AnalyticsPeriod, PERIODS } from "../../widgets/analytics/periods.ts";

type PeriodPickerProps = { days: AnalyticsPeriod; onPick: (days: AnalyticsPeriod) => void };

const OPTIONS = PERIODS.map((days) => ({
  value: days,
  label: t("{days, plural, one {# day} other {# days}}", { days }),
}));

/** Chooses how many days the analytics cover. */
export function PeriodPicker({ days, onPick }: PeriodPickerProps) {
  return (
    <SegmentedControl
      label={t("Days shown")}
      options={OPTIONS}
      value={days}
      onChange={onPick}
      className="basis-full sm:basis-auto"
    />
  );
}
