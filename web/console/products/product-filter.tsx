import { Choice } from "../../ui/choice.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { PRODUCT_TYPES } from "./product-draft.ts";
import { type ProductView, STATE_CHOICES } from "./product-view.ts";

const TYPE_CHOICES = [
  { value: "all", label: "All" },
  ...PRODUCT_TYPES.map(({ type, label }) => ({ value: type, label })),
] as const;

type ProductFilterProps = { view: ProductView; onFilter: (filter: Partial<ProductView>) => void };

export function ProductFilter({ view, onFilter }: ProductFilterProps) {
  return (
    <search className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,320px)_180px_180px]">
      <div className="max-sm:col-span-2">
        <SearchField
          placeholder="Search by name"
          search={view.search}
          onSearch={(search) => onFilter({ search })}
        />
      </div>
      <Choice label="Type" value={view.type} options={TYPE_CHOICES} onChoose={(type) => onFilter({ type })} />
      <Choice
        label="Status"
        value={view.state}
        options={STATE_CHOICES}
        onChoose={(state) => onFilter({ state })}
      />
    </search>
  );
}
