import { ExternalLink } from "lucide-react";
import { useRef } from "react";
import { NavLink } from "react-router";
import type { Creator } from "../../contract/creators.ts";
import { paths } from "../../contract/paths.ts";
import { Avatar } from "../ui/avatar.tsx";
import { MenuIcon } from "../ui/icons.tsx";
import { Logo } from "../ui/logo.tsx";
import { LogoutButton } from "./logout-button.tsx";

const PAGES = [
  { to: paths.dashboard(), label: "Dashboard" },
  { to: paths.products(), label: "Products" },
  { to: paths.settings(), label: "Settings" },
] as const;
const ADMIN = { to: paths.adminUsers(), label: "Admin" } as const;

export function TopBar({ creator }: { creator: Creator }) {
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
        <nav aria-label="Console" className="mr-auto hidden gap-1 sm:flex">
          <PageLinks creator={creator} />
        </nav>
        <Menu creator={creator} />
      </div>
    </header>
  );
}

function PageLinks({ creator }: { creator: Creator }) {
  return (creator.is_admin ? [...PAGES, ADMIN] : PAGES).map(({ to, label }) => (
    <NavLink
      key={to}
      to={to}
      end
      className={`${ENTRY} text-muted hover:text-ink aria-[current=page]:bg-tint aria-[current=page]:text-primary`}
    >
      {label}
    </NavLink>
  ));
}

/** The pages on a phone, and what concerns the account everywhere. The browser closes it on Escape and on a click beside it. */
function Menu({ creator }: { creator: Creator }) {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <>
      <div className="relative -mr-2 grid size-11 shrink-0 place-items-center sm:mr-0">
        <span aria-hidden="true" className="hidden sm:block">
          <Avatar name={creator.display_name} src={creator.avatar_url} size={36} />
        </span>
        {/* Beside the picture, whose letters are no part of its name. */}
        <button
          type="button"
          popoverTarget="console-menu"
          aria-label="Menu"
          className="absolute inset-0 grid place-items-center rounded-control max-sm:hover:bg-tint"
        >
          <MenuIcon size={24} className="sm:hidden" />
        </button>
      </div>
      <div
        ref={panel}
        id="console-menu"
        popover="auto"
        className="absolute inset-auto top-15 right-3 w-64 max-w-[calc(100%-24px)] rounded-card border border-line bg-surface p-2 text-ink shadow-float sm:top-17 sm:right-[max(20px,calc(50%-560px))]"
      >
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: whoever follows a link by key clicks it, too */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is clicked */}
        <div className="grid grid-cols-1 gap-0.5" onClick={() => panel.current?.hidePopover()}>
          <nav aria-label="Console" className="grid grid-cols-1 gap-0.5 border-b border-line pb-2 sm:hidden">
            <PageLinks creator={creator} />
          </nav>
          <a
            href={paths.creator(creator.handle)}
            aria-label={`Your page, @${creator.handle}`}
            className={`${ENTRY} hover:bg-tint max-sm:mt-1.5`}
          >
            <ExternalLink size={18} aria-hidden="true" className="shrink-0 text-muted" />
            <span className="truncate">@{creator.handle}</span>
          </a>
        </div>
        <LogoutButton variant="quiet" className="w-full justify-start! px-3! font-medium!" />
      </div>
    </>
  );
}

const ENTRY = "flex min-h-11 min-w-0 items-center gap-2 rounded-control px-3 font-medium transition-colors";
