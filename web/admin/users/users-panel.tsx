import { useState } from "react";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { useUrlState } from "../../lib/use-url-state.ts";
import { Button } from "../../ui/button.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { UserFilters } from "../admin-url.ts";
import { useAdminQuery, usersQuery } from "../queries.ts";
import { AdminOverview } from "./admin-overview.tsx";
import { CreateUserDialog } from "./create-user-dialog.tsx";
import { UserActionDialogs } from "./user-action-dialogs.tsx";
import type { UserAction } from "./user-actions.ts";
import { UserFilter } from "./user-filter.tsx";
import { UserTable } from "./user-table.tsx";

/** The users of the installation, to search, invite, change and delete. */
export function UsersPanel({ ownId }: { ownId: string }) {
  const [filters, setFilters] = useUrlState(UserFilters);
  const [action, setAction] = useState<UserAction | null>(null);
  const [isCreating, setCreating] = useState(false);
  // The row from which a dialog was opened may have been removed when it closes: deleted, or excluded by the filter.
  const heading = useFocusFallback<HTMLHeadingElement>(action === null);
  return (
    <>
      <AdminOverview />
      <DataList
        id="users"
        title="Users"
        headingRef={heading}
        query={useAdminQuery(usersQuery(filters))}
        failure="Failed to load users"
        rows={({ users }) => users}
        empty="No users found."
        pages={{ nouns: ["user", "users"], onTurn: setFilters }}
        actions={
          <Button variant="primary" onClick={() => setCreating(true)}>
            Create user
          </Button>
        }
        filter={
          <UserFilter
            filters={filters}
            onFilter={(filter) => setFilters({ ...filter, page: 1 }, { replace: true })}
          />
        }
      >
        {(users) => <UserTable users={users} ownId={ownId} onAct={setAction} />}
      </DataList>
      <p className="text-[15px] text-muted">
        If you host other sellers' downloads in the EU, you may owe the VAT. Ask an adviser before you open
        sign-up.
      </p>
      <UserActionDialogs action={action} onClose={() => setAction(null)} />
      <CreateUserDialog open={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}
