import { useQuery } from "@tanstack/react-query";
import { ArrowDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { AdminView } from "../admin-view.ts";
import { ListCard } from "../list-card.tsx";
import { usersQuery } from "../queries.ts";
import { CreateUserDialog } from "./create-user-dialog.tsx";
import { UserActionDialogs } from "./user-action-dialogs.tsx";
import type { UserAction } from "./user-actions.ts";
import { UserFilter } from "./user-filter.tsx";
import { UserTable } from "./user-table.tsx";

export type PanelProps = {
  view: AdminView;
  onShow: (change: Partial<AdminView>, options?: { replace?: boolean }) => void;
};

function goToFeedback() {
  const heading = document.getElementById("feedback");
  heading?.focus();
  heading?.scrollIntoView({ block: "start" });
}

export function UsersPanel({ view, ownId, onShow }: PanelProps & { ownId: string }) {
  const query = useQuery(usersQuery(view));
  const [action, setAction] = useState<UserAction | null>(null);
  const wasOpen = useRef(false);
  const [creating, setCreating] = useState(false);
  // The row that the question came from may be gone: deleted here or elsewhere, or out of the filter. In an effect, so that the dialog has closed by then.
  useEffect(() => {
    if (wasOpen.current && action === null && document.activeElement === document.body)
      document.getElementById("users")?.focus();
    wasOpen.current = action !== null;
  }, [action]);
  return (
    <>
      <ListCard
        id="users"
        title="Users"
        nouns={["user", "users"]}
        query={query}
        failure="Failed to load users"
        empty="No users found."
        onPageChange={(page, options) => onShow({ page }, options)}
        actions={
          <div className="grid auto-cols-fr grid-flow-col gap-2.5 max-sm:basis-full sm:auto-cols-auto">
            {/* Below up to 25 users, where nobody would look for it. */}
            <Button className="max-sm:px-2!" aria-label="Go to feedback" onClick={goToFeedback}>
              Feedback
              <ArrowDown size={18} aria-hidden="true" />
            </Button>
            <Button variant="primary" className="max-sm:px-2!" onClick={() => setCreating(true)}>
              Create user
            </Button>
          </div>
        }
        filter={<UserFilter view={view} onFilter={(filter) => onShow(filter, { replace: true })} />}
      >
        {({ users }) => <UserTable users={users} ownId={ownId} onAct={setAction} />}
      </ListCard>
      <UserActionDialogs action={action} onClose={() => setAction(null)} />
      <CreateUserDialog open={creating} onClose={() => setCreating(false)} />
    </>
  );
}
