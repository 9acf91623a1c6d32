import { useState } from "react";
import { t } from "../../../contract/texts.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { useUrlState } from "../../lib/use-url-state.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { UserFilters } from "../admin-url.ts";
import { useAdminQuery, usersQuery } from "../queries.ts";
import { CreateUserDialog } from "./create-user-dialog.tsx";
import { AdminOverview } from "./overview-figures.tsx";
import { UserActionDialogs } from "./user-action-dialogs.tsx";
import type { UserAction } from "./user-actions.ts";
import { UserTable } from "./user-table.tsx";

const ROLES = [
  { value: "all", label: t("All") },
  { value: "admin", label: t("Admins") },
  { value: "creator", label: t("Creators") },
] as const;

/** The users of the installation, to search, invite, change and delete. */
export function UsersPanel({ ownId }: { ownId: string }) {
  const [filters, setFilters] = useUrlState(UserFilters);
  const filterBy = (filter: Partial<UserFilters>) => setFilters({ ...filter, page: 1 }, { replace: true });
  const [action, setAction] = useState<UserAction | null>(null);
  const [isCreating, setCreating] = useState(false);
  // When a dialog closes, its row may be gone: deleted, or excluded by the filter.
  const heading = useFocusFallback<HTMLHeadingElement>(action === null);
  return (
    <>
      <AdminOverview />
      <DataList
        id="users"
        title={t("Users")}
        headingRef={heading}
        query={useAdminQuery(usersQuery(filters))}
        failure={t("Failed to load users")}
        rows={({ users }) => users}
        empty={t("No users found.")}
        pages={{
          countOf: (count) => t("{count, plural, one {# user} other {# users}}", { count }),
          onTurn: setFilters,
        }}
        actions={
          <Button variant="primary" onClick={() => setCreating(true)}>
            {t("Create user")}
          </Button>
        }
        filter={
          <search className="grid grid-cols-1 gap-3">
            <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_180px]">
              <SearchField
                label={t("Search users")}
                placeholder={t("Email, handle, name or plan")}
                search={filters.search}
                onSearch={(search) => filterBy({ search })}
              />
              <Choice
                label={t("Role")}
                value={filters.role}
                options={ROLES}
                onChoose={(role) => filterBy({ role })}
              />
            </div>
            <p className="text-sm text-muted">
              {t("Creator (s) pays through Stripe; Creator (m) was set manually and pays nothing.")}
            </p>
          </search>
        }
      >
        {(users) => <UserTable users={users} ownId={ownId} onAct={setAction} />}
      </DataList>
      <p className="text-[15px] text-muted">
        {t(
          "If you host other sellers' downloads in the EU, you may owe the VAT. Ask an adviser before you open sign-up.",
        )}
      </p>
      <UserActionDialogs action={action} onClose={() => setAction(null)} />
      <CreateUserDialog open={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}
