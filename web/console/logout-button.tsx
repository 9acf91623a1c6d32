import { LogOut } from "lucide-react";
import { useState } from "react";
import { accountRoutes } from "../../contract/accounts.ts";
import { paths } from "../../contract/paths.ts";
import { request } from "../lib/api.ts";
import { broadcastSessionChange } from "../lib/session.ts";
import { Button, type ButtonVariant } from "../ui/button.tsx";

/** Signs out. When that fails the button is simply there again. */
export function LogoutButton({ variant, className }: { variant?: ButtonVariant; className?: string }) {
  const [leaving, setLeaving] = useState(false);
  const logOut = async () => {
    setLeaving(true);
    try {
      await request(accountRoutes.logout, {});
      broadcastSessionChange();
      // A full navigation: nothing of this person stays in the page's memory.
      window.location.assign(paths.auth());
    } catch {
      setLeaving(false);
    }
  };
  return (
    <Button variant={variant} className={className} busy={leaving} onClick={logOut}>
      {!leaving && <LogOut size={18} aria-hidden="true" className="shrink-0" />}
      Logout
    </Button>
  );
}
