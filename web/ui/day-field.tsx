import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

type DayFieldProps = {
  label: string;
  /** As `2026-11-27`; empty without one. */
  value: string;
  max?: string;
  error?: string | undefined;
  onDay: (day: string) => void;
};

/** A day, which takes effect at once: for filters. */
export function DayField({ label, value, max, error, onDay }: DayFieldProps) {
  return (
    <Field label={label} {...(error && { error })}>
      {(control) => (
        <Input
          {...control}
          type="date"
          value={value}
          max={max}
          onChange={({ target }) => onDay(target.value)}
        />
      )}
    </Field>
  );
}
