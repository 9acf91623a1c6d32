import { LogOut } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { useLogout } from "./use-logout.ts";

/** Signs out; quiet, because it is not what a creator comes to do. */
export function LogoutButton({ className }: { className?: string }) {
  const { isPending, logOut } = useLogout();
  return (
    <Button variant="quiet" className={className} busy={isPending} onClick={logOut}>
      {!isPending && <LogOut size={18} className="shrink-0 text-muted" />}
      Logout
    </Button>
  );
}
