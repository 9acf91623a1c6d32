import { useState } from "react";
import { accountRoutes } from "../../contract/api/accounts.ts";
import { paths } from "../../contract/rules/paths.ts";
import { request } from "../lib/api.ts";
import { broadcastSessionChange } from "../lib/session.ts";
import { confirmLeaving, leaveFor } from "../lib/unsaved-changes.ts";

/** Signs out after asking about unsaved changes. When the request fails, the user can try again. */
export function useLogout(): { isPending: boolean; logOut: () => Promise<void> } {
  const [isPending, setPending] = useState(false);
  const logOut = async () => {
    if (isPending || !(await confirmLeaving())) return;
    setPending(true);
    try {
      await request(accountRoutes.logout, {});
      broadcastSessionChange();
      // A full page load: nothing of this user stays in memory.
      leaveFor(paths.auth());
    } catch {
      setPending(false);
    }
  };
  return { isPending, logOut };
}
