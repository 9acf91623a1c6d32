import { type AnalyticsWindow, WINDOWS } from "./windows.ts";

type WindowPickerProps = { days: AnalyticsWindow; onPick: (days: AnalyticsWindow) => void };

/** Chooses how many days the figures cover. */
export function WindowPicker({ days, onPick }: WindowPickerProps) {
  return (
    <fieldset className="grid min-w-0 basis-full grid-cols-4 gap-1 rounded-control bg-line/60 p-0.5 sm:basis-auto">
      <legend className="sr-only">Days shown</legend>
      {WINDOWS.map((each) => (
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
