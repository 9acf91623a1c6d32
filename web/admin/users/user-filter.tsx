import type { UserRole } from "../../../contract/api/admin.ts";
import { Choice } from "../../ui/choice.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type { UserFilters } from "../admin-url.ts";

const ROLES = [
  { value: "all", label: "All" },
  { value: "admin", label: "Admins" },
  { value: "creator", label: "Creators" },
] as const;

type UserFilterProps = {
  filters: UserFilters;
  onFilter: (filter: { search: string } | { role: UserRole }) => void;
};

/** The search and the role filter of the users. */
export function UserFilter({ filters, onFilter }: UserFilterProps) {
  return (
    <search className="grid grid-cols-1 gap-3">
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_180px]">
        <SearchField
          label="Search users"
          placeholder="Email, handle, name or plan"
          search={filters.search}
          onSearch={(search) => onFilter({ search })}
        />
        <Choice label="Role" value={filters.role} options={ROLES} onChoose={(role) => onFilter({ role })} />
      </div>
      <p className="text-sm text-muted">
        Creator (s) pays through Stripe; Creator (m) was set manually and pays nothing.
      </p>
    </search>
  );
}
