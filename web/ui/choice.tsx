import { Field } from "./field.tsx";
import { Input } from "./input.tsx";
import { Select } from "./select.tsx";

export type ChoiceProps<Value extends string | number> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

/** A labelled select that takes effect at once, for filters. */
export function Choice<Value extends string | number>({
  label,
  value,
  options,
  onChoose,
}: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={({ target }) => {
            const chosen = options[target.selectedIndex];
            if (chosen) onChoose(chosen.value);
          }}
          options={options}
        />
      )}
    </Field>
  );
}

type DayFieldProps = {
  label: string;
  /** As `2026-11-27`, or empty. */
  value: string;
  max?: string;
  error?: string | undefined;
  onDay: (day: string) => void;
};

/** A date field that takes effect at once, for filters. */
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
