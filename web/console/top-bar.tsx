import { ExternalLink, LogOut, Menu as MenuIcon } from "lucide-react";
import { NavLink } from "react-router";
import type { Creator } from "../../contract/api/creators.ts";
import { paths } from "../../contract/rules/paths.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Logo } from "../ui/logo.tsx";
import { Menu, MenuItem, menuItem } from "../ui/menu.tsx";
import { useLogout } from "./use-logout.ts";

type Page = { to: string; label: string };
const PAGES: readonly Page[] = [
  { to: paths.dashboard(), label: "Dashboard" },
  { to: paths.products(), label: "Products" },
  { to: paths.audience(), label: "Audience" },
  { to: paths.settings(), label: "Settings" },
];
const ADMIN: Page = { to: paths.adminUsers(), label: "Admin" };

/** The navigation of the console, and the menu of the account. */
export function TopBar({ creator }: { creator: Creator }) {
  const pages = creator.is_admin ? [...PAGES, ADMIN] : PAGES;
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-[1160px] items-center px-4 sm:h-16 sm:px-5">
        <NavLink
          to={paths.dashboard()}
          aria-label="Tessera, to the dashboard"
          className="mr-auto flex min-h-11 items-center rounded-control pr-3 sm:mr-4"
        >
          <Logo />
        </NavLink>
        <nav aria-label="Console" className="mr-auto hidden gap-1 md:flex">
          {pages.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end
              className="flex min-h-11 min-w-0 items-center rounded-control px-3 font-medium text-muted transition-colors hover:text-ink aria-[current=page]:bg-tint aria-[current=page]:text-primary"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <AccountMenu creator={creator} pages={pages} />
      </div>
    </header>
  );
}

/** The pages where the bar has no room for them, and the account's actions at every width. */
function AccountMenu({ creator, pages }: { creator: Creator; pages: readonly Page[] }) {
  const { isPending, logOut } = useLogout();
  return (
    <div className="relative -mr-2 grid size-11 shrink-0 place-items-center md:mr-0">
      <span aria-hidden="true" className="hidden md:block">
        <Avatar name={creator.display_name} src={creator.avatar_url} size={36} />
      </span>
      {/* Over the avatar, not around it: the initials are no part of the button's name. */}
      <Menu
        label="Menu"
        trigger={<MenuIcon size={24} aria-hidden="true" className="md:hidden" />}
        triggerClassName="absolute inset-0 grid place-items-center rounded-control max-md:hover:bg-tint"
      >
        <div role="none" className="grid grid-cols-1 gap-0.5 border-b border-line pb-2 md:hidden">
          {pages.map(({ to, label }) => (
            <NavLink key={to} to={to} end {...menuItem}>
              {label}
            </NavLink>
          ))}
        </div>
        <a href={paths.creator(creator.handle)} aria-label={`Your page, @${creator.handle}`} {...menuItem}>
          <ExternalLink size={18} aria-hidden="true" className="shrink-0 text-muted" />
          <span className="truncate">@{creator.handle}</span>
        </a>
        <MenuItem disabled={isPending} onClick={() => void logOut()}>
          <LogOut size={18} aria-hidden="true" className="shrink-0 text-muted" />
          Logout
        </MenuItem>
      </Menu>
    </div>
  );
}
