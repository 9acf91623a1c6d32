import { limits } from "../../contract/rules/limits.ts";
import { t } from "../../contract/texts.ts";
import { useDebouncedValue } from "../lib/use-debounced-value.ts";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

type SearchFieldProps = {
  label?: string;
  placeholder: string;
  /** The current search of the list. */
  search: string;
  /** Called a moment after the last key. */
  onSearch: (search: string) => void;
};

/** The search field of a list. */
export function SearchField({ label = t("Search"), placeholder, search, onSearch }: SearchFieldProps) {
  const [text, setText] = useDebouncedValue(search, onSearch);
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          type="search"
          value={text}
          maxLength={limits.search.max}
          placeholder={placeholder}
          autoCapitalize="none"
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </Field>
  );
}
