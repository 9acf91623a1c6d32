import {
  ChartColumnIcon,
  LayoutGridIcon,
  type LucideIcon,
  PackageIcon,
  PaletteIcon,
  ReceiptTextIcon,
  SettingsIcon,
  ShieldCheckIcon,
  TicketPercentIcon,
  UsersIcon,
} from "lucide-react";
import type { Location } from "react-router";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { adminTabsOf } from "../../lib/admin-tabs.ts";

export type Place = {
  label: string;
  to: string;
  icon: LucideIcon;
  /** True for a place in the bar of narrow windows. The menu has the others. */
  isMain?: boolean;
  /** Another path whose pages belong to the place. */
  alsoAt?: string;
};

const PLACES: readonly Place[] = [
  { label: t("Page"), to: paths.dashboard(), icon: LayoutGridIcon, isMain: true },
  { label: t("Appearance"), to: paths.appearance(), icon: PaletteIcon },
  { label: t("Products"), to: paths.products(), icon: PackageIcon, isMain: true },
  {
    label: t("Orders"),
    to: paths.orders(),
    icon: ReceiptTextIcon,
    isMain: true,
    alsoAt: "/dashboard/orders",
  },
  { label: t("Discounts"), to: paths.discounts(), icon: TicketPercentIcon },
  { label: t("Audience"), to: paths.audience(), icon: UsersIcon, isMain: true },
  { label: t("Analytics"), to: paths.fullAnalytics(), icon: ChartColumnIcon },
  { label: t("Settings"), to: paths.settings(), icon: SettingsIcon, alsoAt: paths.upgrade() },
];
const ADMIN: Place = {
  label: t("Admin"),
  to: paths.adminUsers(),
  icon: ShieldCheckIcon,
  alsoAt: paths.adminReports(),
};

/** Returns the places that the creator may open, in order. */
export function placesOf({ is_admin }: { is_admin: boolean }): readonly Place[] {
  return is_admin ? [...PLACES, ADMIN] : PLACES;
}

/** The areas of the admin console, each a tab of its screen. */
export const adminAreasOf = (site: Parameters<typeof adminTabsOf>[0]) =>
  adminTabsOf(site).map(({ name, label }) => ({ label, to: paths.adminTab(name) }));

/** Returns the place with the longest path that matches a URL. */
export function findPlace(location: Pick<Location, "pathname" | "search" | "hash">): Place | undefined {
  return [...PLACES, ADMIN]
    .filter((place) => isAt(place, location))
    .sort((one, other) => other.to.length - one.to.length)[0];
}

function isAt(
  { to, alsoAt }: Place,
  { pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">,
) {
  const isBelow = (path: string) => `${pathname}/`.startsWith(`${path}/`);
  if (alsoAt !== undefined && isBelow(alsoAt)) return true;
  const url = new URL(to, window.location.origin);
  const query = new URLSearchParams(search);
  return (
    isBelow(url.pathname) &&
    [...url.searchParams].every(([name, value]) => query.get(name) === value) &&
    (url.hash === "" || url.hash === hash)
  );
}
