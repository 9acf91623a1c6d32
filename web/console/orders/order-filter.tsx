import { Choice } from "../../ui/choice.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { type OrderView, STATUS_CHOICES } from "./order-view.ts";

type OrderFilterProps = {
  view: OrderView;
  onFilter: (filter: Partial<Omit<OrderView, "page">>) => void;
};

export function OrderFilter({ view, onFilter }: OrderFilterProps) {
  return (
    <search className="grid grid-cols-1 gap-3 sm:grid-cols-[180px_minmax(0,320px)]">
      <Choice
        label="Status"
        value={view.status}
        options={STATUS_CHOICES}
        onChoose={(status) => onFilter({ status })}
      />
      <SearchField
        placeholder="Product, email or order number"
        search={view.search}
        onSearch={(search) => onFilter({ search })}
      />
    </search>
  );
}
