import { ExternalLink, LogOut } from "lucide-react";
import { useState } from "react";
import { NavLink } from "react-router";
import { accountRoutes } from "../../contract/accounts.ts";
import type { Creator } from "../../contract/creators.ts";
import { paths } from "../../contract/paths.ts";
import { call } from "../lib/api.ts";
import { Button } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";

const PAGES = [
  { to: paths.dashboard(), label: "Dashboard" },
  { to: paths.products(), label: "Products" },
] as const;

export function TopBar({ creator }: { creator: Creator }) {
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-[1160px] flex-wrap items-center gap-x-1 px-4 sm:h-16 sm:flex-nowrap sm:px-5">
        <NavLink
          to={paths.dashboard()}
          aria-label="Tessera, to the dashboard"
          className="mr-auto flex min-h-14 items-center rounded-control pr-3 sm:mr-4"
        >
          <Logo />
        </NavLink>
        <nav
          aria-label="Console"
          className="order-last -mx-2 flex basis-full gap-1 pb-2 sm:order-none sm:mx-0 sm:mr-auto sm:basis-auto sm:pb-0"
        >
          {PAGES.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end
              className="flex min-h-11 items-center rounded-control px-3 font-medium text-muted transition-colors hover:text-ink aria-[current=page]:bg-tint aria-[current=page]:text-primary"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <Button
          variant="quiet"
          href={paths.creator(creator.handle)}
          className="max-w-80 min-w-0 px-3! text-muted! hover:text-ink!"
          aria-label={`Your page, @${creator.handle}`}
        >
          <ExternalLink size={18} aria-hidden="true" className="shrink-0" />
          <span className="hidden truncate sm:inline">@{creator.handle}</span>
        </Button>
        <LogoutButton />
      </div>
    </header>
  );
}

function LogoutButton() {
  const [leaving, setLeaving] = useState(false);
  const logOut = async () => {
    setLeaving(true);
    try {
      await call(accountRoutes.logout, {});
      // A full navigation: nothing of this person stays in the page's memory.
      window.location.assign(paths.auth());
    } catch {
      setLeaving(false);
    }
  };
  return (
    <Button variant="quiet" className="px-3! text-muted! hover:text-ink!" disabled={leaving} onClick={logOut}>
      <LogOut size={18} aria-hidden="true" className="shrink-0" />
      Logout
    </Button>
  );
}
