import type { PageSite } from "../../../contract/pages/pages.ts";
import type { Settings } from "../../config/config.ts";

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
