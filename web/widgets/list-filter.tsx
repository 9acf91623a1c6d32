import type { ComponentProps } from "react";
import { Choice, type ChoiceProps } from "../ui/choice.tsx";
import { SearchField } from "../ui/search-field.tsx";

/** The filter of a list: a select and a search. */
export function ListFilter<Value extends string>({
  placeholder,
  search,
  onSearch,
  ...choice
}: ChoiceProps<Value> & Omit<ComponentProps<typeof SearchField>, "label">) {
  return (
    <search className="grid grid-cols-1 gap-3 sm:grid-cols-[180px_minmax(0,320px)]">
      <Choice {...choice} />
      <SearchField placeholder={placeholder} search={search} onSearch={onSearch} />
    </search>
  );
}
