import type { Site } from "../../contract/rules/site.ts";

/** The areas of the admin console: its tabs, and the places below "Admin". */
export const ADMIN_TABS = [
  { name: "users", label: "User management" },
  { name: "reports", label: "Reports" },
  { name: "feedback", label: "Feedback" },
  { name: "marketing", label: "Marketing" },
  { name: "jobs", label: "Jobs" },
  { name: "payments", label: "Payments" },
  { name: "domains", label: "Domains" },
  { name: "audit", label: "Audit log" },
  { name: "system", label: "System" },
] as const;
export type AdminTab = (typeof ADMIN_TABS)[number]["name"];

/** Returns the areas that this site has. */
export const adminTabsOf = ({ hasDomains }: Pick<Site, "hasDomains">) =>
  ADMIN_TABS.filter(({ name }) => name !== "domains" || hasDomains);
