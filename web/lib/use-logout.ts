import { useState } from "react";
import { toast } from "sonner";
import { accountRoutes } from "../../contract/api/accounts.ts";
import { paths } from "../../contract/rules/paths.ts";
import { request } from "./api.ts";
import { broadcastSessionChange } from "./session.ts";
import { confirmLeaving, leaveFor } from "./unsaved-changes.ts";

const sayStillSignedIn = () => {
  toast.error("You are still logged in. Check your connection, then try again.");
};

/** Signs out after a question about unsaved changes. A closed menu must not hide a failed sign-out. */
export function useLogout(onFail = sayStillSignedIn): { isPending: boolean; logOut: () => Promise<void> } {
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
      onFail();
    }
  };
  return { isPending, logOut };
}
