import { Field } from "./field.tsx";
import { Select } from "./select.tsx";

type ChoiceProps<Value extends string | number> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

/** A select with its label, which takes effect at once: for filters. */
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
