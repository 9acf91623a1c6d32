import { UserRole } from "../../../contract/admin.ts";
import { limits } from "../../../contract/limits.ts";
import { useDebouncedValue } from "../../lib/use-debounced-value.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import type { UserFilters } from "../admin-url.ts";

const ROLES = [
  { role: "all", label: "All" },
  { role: "admin", label: "Admins" },
  { role: "creator", label: "Creators" },
] as const;

type UserFilterProps = {
  filters: UserFilters;
  onFilter: (filter: { search: string } | { role: UserRole }) => void;
};

/** The search and the role filter of the users. */
export function UserFilter({ filters, onFilter }: UserFilterProps) {
  const [text, setText] = useDebouncedValue(filters.search, (search) => onFilter({ search }));
  return (
    <search className="grid grid-cols-1 gap-3">
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_180px]">
        <Field label="Search users">
          {(control) => (
            <Input
              {...control}
              type="search"
              value={text}
              maxLength={limits.search.max}
              placeholder="Email, handle, name or plan"
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Field label="Role">
          {(control) => (
            <Select
              {...control}
              value={filters.role}
              onChange={({ target }) => {
                const chosen = UserRole.safeParse(target.value);
                if (chosen.success) onFilter({ role: chosen.data });
              }}
            >
              {ROLES.map(({ role, label }) => (
                <option key={role} value={role}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <p className="text-sm text-muted">
        Creator (s) pays through Stripe; Creator (m) was set manually and pays nothing.
      </p>
    </search>
  );
}
