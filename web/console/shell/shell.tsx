import { useQuery } from "@tanstack/react-query";
import { EllipsisIcon, ExternalLinkIcon, LogOutIcon, MenuIcon, SearchIcon } from "lucide-react";
import { Link } from "react-router";
import type { Creator } from "../../../contract/api/creators.ts";
import type { OrderOverview } from "../../../contract/api/order-totals.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { useSite } from "../../lib/site-context.ts";
import { useLogout } from "../../lib/use-logout.ts";
import { useMediaQuery } from "../../lib/use-media-query.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Logo } from "../../ui/logo.tsx";
import { Menu, MenuItem, menuItem } from "../../ui/menu.tsx";
import { overviewQuery } from "../orders/overview-query.ts";
import { PaletteDialog, usePalette } from "../palette/palette-dialog.tsx";
import { type Place, placesOf } from "../palette/places.ts";

/** Matches the styles of `.shell-bar`. */
const WIDE = "(min-width: 64rem)";
/** The label is below its icon, or beside it in wide windows. */
const ENTRY =
  "relative flex min-h-13 min-w-0 flex-col items-center justify-center gap-1 rounded-control text-xs max-[359px]:text-[11px] font-medium text-muted -outline-offset-2 transition-colors hover:text-ink lg:hover:bg-tint xl:min-h-11 xl:flex-row xl:justify-start xl:gap-3 xl:px-3 xl:text-[15px]";
const CURRENT = "aria-[current=page]:text-primary lg:aria-[current=page]:bg-tint";

/** Decides only which key is named, because both keys work everywhere. */
const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

type ShellProps = { creator: Creator; current: Place | undefined };

/** The console's navigation and the account's menu: a column, or a row at the top and a bar at the bottom. */
export function Shell({ creator, current }: ShellProps) {
  const { name } = useSite();
  const isWide = useMediaQuery(WIDE);
  const { data: orders } = useQuery(overviewQuery);
  const places = placesOf(creator);
  const isInMenu = (place: Place) => !isWide && !place.isMain;
  const palette = usePalette();
  return (
    <header className="shell-bar">
      <Link
        to={paths.dashboard()}
        aria-label={t("{name}, to the dashboard", { name })}
        className="me-auto flex min-h-11 items-center rounded-control pe-3 lg:mx-auto lg:p-2 xl:ms-1"
      >
        <Logo nameClassName="lg:max-xl:hidden" />
      </Link>
      {isWide && (
        <button type="button" aria-keyshortcuts="Control+K Meta+K" onClick={palette.open} className={ENTRY}>
          <SearchIcon size={20} className="shrink-0" />
          {t("Search")}
          <span aria-hidden="true" className="ms-auto hidden text-xs font-normal xl:block">
            {IS_APPLE ? "⌘ K" : t("Ctrl K")}
          </span>
        </button>
      )}
      <nav aria-label={t("Console")} className="places">
        {places
          .filter((place) => !isInMenu(place))
          .map((place) => (
            <Link
              key={place.to}
              to={place.to}
              aria-current={place === current ? "page" : undefined}
              className={`${ENTRY} ${CURRENT}`}
            >
              <place.icon size={20} className="shrink-0" />
              <span className="max-w-full truncate">{place.label}</span>
              {place.to === paths.orders() && orders && <OrderCount {...orders} />}
            </Link>
          ))}
        {!isWide && (
          <More
            creator={creator}
            places={places.filter(isInMenu)}
            current={current}
            onSearch={palette.open}
          />
        )}
      </nav>
      <div className="grid shrink-0 grid-cols-1 gap-1 lg:mt-auto lg:pt-4">
        {isWide && (
          <a href={paths.creator(creator.handle)} className={ENTRY}>
            <ExternalLinkIcon size={20} className="shrink-0" />
            {t("View page")}
          </a>
        )}
        <AccountMenu creator={creator} />
      </div>
      <PaletteDialog creator={creator} isOpen={palette.isOpen} onClose={palette.close} />
    </header>
  );
}

/** The number of orders that wait, in an urgent colour for a dispute with a deadline. */
function OrderCount({ disputed, to_ship }: Pick<OrderOverview, "disputed" | "to_ship">) {
  const count = disputed + to_ship;
  if (count === 0) return null;
  const shown = (number: number) => (number > 99 ? "99+" : `${number}`);
  const parts = [
    disputed > 0 && t("{count} disputed", { count: shown(disputed) }),
    to_ship > 0 && t("{count} to ship", { count: shown(to_ship) }),
  ];
  return (
    <>
      <span
        aria-hidden="true"
        className={`absolute top-1 inset-s-1/2 ms-2 grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-xs font-semibold tabular-nums xl:static xl:ms-auto ${disputed > 0 ? "bg-bad text-on-bad" : "bg-primary text-on-primary"}`}
      >
        {shown(count)}
      </span>
      <span className="sr-only"> {parts.filter(Boolean).join(", ")}</span>
    </>
  );
}

type MoreProps = ShellProps & { places: readonly Place[]; onSearch: () => void };

/** The places that do not fit in the bottom bar. */
function More({ creator, places, current, onSearch }: MoreProps) {
  const isCurrent = current !== undefined && places.includes(current);
  return (
    <Menu
      label={t("More")}
      trigger={
        <>
          <EllipsisIcon size={20} />
          {t("More")}
        </>
      }
      triggerClassName={`${ENTRY} ${isCurrent ? "text-primary" : ""}`}
    >
      <MenuItem onClick={onSearch}>
        <SearchIcon size={18} className="shrink-0 text-muted" />
        {t("Search")}
      </MenuItem>
      {places.map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} aria-current={to === current?.to ? "page" : undefined} {...menuItem}>
          <Icon size={18} className="shrink-0 text-muted" />
          {label}
        </Link>
      ))}
      <div role="none" className="mt-1.5 grid grid-cols-1 gap-0.5 border-t border-line pt-2">
        <a href={paths.creator(creator.handle)} {...menuItem}>
          <ExternalLinkIcon size={18} className="shrink-0 text-muted" />
          {t("View page")}
        </a>
        <LogoutItem />
      </div>
    </Menu>
  );
}

function AccountMenu({ creator }: { creator: Creator }) {
  return (
    <div className="relative -me-2 grid size-11 place-items-center rounded-control hover:bg-tint lg:me-0 lg:h-13 lg:w-full xl:grid-cols-[36px_minmax(0,1fr)_auto] xl:justify-items-start xl:gap-2.5 xl:px-2">
      <Avatar name={creator.display_name} src={creator.avatar_url} size={36} />
      <div aria-hidden="true" className="hidden w-full min-w-0 text-sm leading-tight xl:block">
        <bdi className="block w-fit max-w-full truncate font-semibold">{creator.display_name}</bdi>
        <bdi className="block w-fit max-w-full truncate text-muted">@{creator.handle}</bdi>
      </div>
      <MenuIcon size={18} className="hidden text-muted xl:block" />
      {/* Over the avatar and the name, so that they do not become part of the button's name. */}
      <Menu
        label={t("Menu")}
        trigger={null}
        triggerClassName="absolute inset-0 rounded-control -outline-offset-2"
      >
        <a
          href={paths.creator(creator.handle)}
          aria-label={t("Your page, @{handle}", { handle: creator.handle })}
          {...menuItem}
        >
          <ExternalLinkIcon size={18} className="shrink-0 text-muted" />
          <bdi className="truncate">@{creator.handle}</bdi>
        </a>
        <LogoutItem />
      </Menu>
    </div>
  );
}

function LogoutItem() {
  const { isPending, logOut } = useLogout();
  return (
    <MenuItem disabled={isPending} onClick={() => void logOut()}>
      <LogOutIcon size={18} className="shrink-0 text-muted" />
      {t("Logout")}
    </MenuItem>
  );
}
