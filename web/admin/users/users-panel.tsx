import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { AdminView } from "../admin-view.ts";
import { ListCard } from "../list-card.tsx";
import { usersQuery } from "../queries.ts";
import { CreateUserDialog } from "./create-user-dialog.tsx";
import type { UserAction } from "./user-actions.ts";
import { UserFilter } from "./user-filter.tsx";
import { UserQuestions } from "./user-questions.tsx";
import { UserTable } from "./user-table.tsx";

export type PanelProps = {
  view: AdminView;
  onShow: (change: Partial<AdminView>, options?: { replace?: boolean }) => void;
};

export function UsersPanel({ view, ownId, onShow }: PanelProps & { ownId: string }) {
  const query = useQuery(usersQuery(view));
  const [action, setAction] = useState<UserAction | null>(null);
  const [creating, setCreating] = useState(false);
  const [deletions, setDeletions] = useState(0);
  // The row that the question came from goes with its person; in an effect, so that the dialog has closed by then.
  useEffect(() => {
    if (deletions > 0) document.getElementById("users")?.focus();
  }, [deletions]);
  return (
    <>
      <ListCard
        id="users"
        title="Users"
        nouns={["user", "users"]}
        query={query}
        failure="Failed to load users"
        empty="No users found."
        page={view.page}
        onTurn={(page, options) => onShow({ page }, options)}
        actions={
          <Button variant="primary" onClick={() => setCreating(true)}>
            Create user
          </Button>
        }
        filter={<UserFilter view={view} onFilter={(filter) => onShow(filter, { replace: true })} />}
      >
        {({ users }) => <UserTable users={users} ownId={ownId} onAct={setAction} />}
      </ListCard>
      <UserQuestions
        action={action}
        onClose={() => setAction(null)}
        onDeleted={() => setDeletions((count) => count + 1)}
      />
      <CreateUserDialog open={creating} onClose={() => setCreating(false)} />
    </>
  );
}
