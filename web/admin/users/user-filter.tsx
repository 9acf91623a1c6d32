import { UserRole } from "../../../contract/admin.ts";
import { limits } from "../../../contract/limits.ts";
import { useDebouncedValue } from "../../lib/use-debounced-value.ts";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import type { AdminView } from "../admin-view.ts";

const ROLES = [
  { role: "all", label: "All" },
  { role: "admin", label: "Admins" },
  { role: "creator", label: "Creators" },
] as const;

type UserFilterProps = {
  view: AdminView;
  onFilter: (filter: { search: string } | { role: UserRole }) => void;
};

export function UserFilter({ view, onFilter }: UserFilterProps) {
  const [text, setText] = useDebouncedValue(view.search, (search) => onFilter({ search }));
  return (
    <search className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_180px]">
      <Field label="Search">
        {(control) => (
          <Input
            {...control}
            type="search"
            value={text}
            maxLength={limits.search.max}
            placeholder="Mail, handle, name, plan, active or manual"
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Field label="Role">
        {(control) => (
          <Select
            {...control}
            value={view.role}
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
    </search>
  );
}
