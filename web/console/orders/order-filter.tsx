import { Field } from "../../ui/field.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Select } from "../../ui/select.tsx";
import { type OrderView, STATUS_CHOICES } from "./order-view.ts";

type OrderFilterProps = {
  view: OrderView;
  onFilter: (filter: Partial<Omit<OrderView, "page">>) => void;
};

export function OrderFilter({ view, onFilter }: OrderFilterProps) {
  return (
    <search className="grid grid-cols-1 gap-3 sm:grid-cols-[180px_minmax(0,320px)]">
      <Field label="Status">
        {(control) => (
          <Select
            {...control}
            value={view.status}
            onChange={({ target }) => {
              const chosen = STATUS_CHOICES.find(({ value }) => value === target.value);
              if (chosen) onFilter({ status: chosen.value });
            }}
            options={STATUS_CHOICES}
          />
        )}
      </Field>
      <SearchField
        placeholder="Product, email or order number"
        search={view.search}
        onSearch={(search) => onFilter({ search })}
      />
    </search>
  );
}
