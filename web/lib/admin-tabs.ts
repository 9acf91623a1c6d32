import type { Site } from "../../contract/rules/site.ts";
import { t } from "../../contract/texts.ts";

/** The areas of the admin console: its tabs, and the places below "Admin". */
export const ADMIN_TABS = [
  { name: "users", label: t("User management") },
  { name: "reports", label: t("Reports") },
  { name: "feedback", label: t("Feedback") },
  { name: "marketing", label: t("Marketing") },
  { name: "jobs", label: t("Jobs") },
  { name: "payments", label: t("Payments") },
  { name: "domains", label: t("Domains") },
  { name: "audit", label: t("Audit log") },
  { name: "system", label: t("System") },
] as const;
export type AdminTab = (typeof ADMIN_TABS)[number]["name"];

/** Returns the areas that this site has. */
export const adminTabsOf = ({ hasDomains }: Pick<Site, "hasDomains">) =>
  ADMIN_TABS.filter(({ name }) => name !== "domains" || hasDomains);
