import { type AnalyticsPeriod, PERIODS } from "./periods.ts";

type PeriodPickerProps = { days: AnalyticsPeriod; onPick: (days: AnalyticsPeriod) => void };

/** Chooses how many days the analytics cover. */
export function PeriodPicker({ days, onPick }: PeriodPickerProps) {
  return (
    <fieldset className="grid min-w-0 basis-full grid-cols-4 gap-1 rounded-control bg-line/60 p-0.5 sm:basis-auto">
      <legend className="sr-only">Days shown</legend>
      {PERIODS.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === days}
          onClick={() => onPick(each)}
          className="min-h-11 rounded-[9px] text-sm font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-float dark:aria-pressed:bg-line sm:px-3"
        >
          {each} days
        </button>
      ))}
    </fieldset>
  );
}
