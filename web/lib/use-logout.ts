import { useState } from "react";
import { toast } from "sonner";
import { accountRoutes } from "../../contract/api/accounts.ts";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { request } from "./api.ts";
import { broadcastSessionChange } from "./session.ts";
import { confirmLeaving, leaveFor } from "./unsaved-changes.ts";

const sayStillSignedIn = () => {
  toast.error(t("You are still logged in. Check your connection, then try again."));
};

/** Signs out after a question about unsaved changes. Reports a failure by a message, because the menu with the button is closed by then. */
export function useLogout(onFail = sayStillSignedIn): { isPending: boolean; logOut: () => Promise<void> } {
  const [isPending, setPending] = useState(false);
  const logOut = async () => {
    if (isPending || !(await confirmLeaving())) return;
    setPending(true);
    try {
      await request(accountRoutes.logout, {});
      broadcastSessionChange();
      // A full page load, so that nothing of this user stays in memory.
      leaveFor(paths.auth());
    } catch {
      setPending(false);
      onFail();
    }
  };
  return { isPending, logOut };
}
