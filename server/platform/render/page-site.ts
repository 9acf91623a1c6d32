import type { PageSite } from "../../../contract/pages/pages.ts";
import type { Settings } from "../../config/config.ts";
import type { Hosts } from "../http/hosts.ts";

/** Returns the settings for pages of the creator with this handle, who may have an own domain. */
export function siteOf(site: PageSite, hosts: Pick<Hosts, "mainOfHandle">, handle: string | null): PageSite {
  const own = handle === null ? undefined : hosts.mainOfHandle(handle);
  return own ? { ...site, own: { origin: own.origin, handle: own.handle } } : site;
}

/** Returns the settings of server-rendered pages and emails. */
export const pageSiteOf = ({
  publicUrl,
  site,
  reports,
  reportEmail,
}: Pick<Settings, "publicUrl" | "site" | "reports" | "reportEmail">): PageSite => ({
  ...site,
  publicUrl,
  ...(reports ? { hasReports: true } : {}),
  ...(reportEmail ? { reportEmail } : {}),
});
