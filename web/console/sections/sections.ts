import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";

/** The sections of the settings by subject, in page order. URLs contain their ids. */
export const GROUPS = [
  {
    title: t("Your page"),
    sections: [
      { id: "profile", title: t("Profile") },
      { id: "social-links", title: t("Social links") },
      { id: "announcement", title: t("Announcement") },
      { id: "language", title: t("Language and time") },
    ],
  },
  {
    title: t("Money"),
    sections: [
      { id: "plan", title: t("Plan") },
      { id: "provider", title: t("Payment provider") },
      { id: "get-paid", title: t("Get paid") },
      { id: "seller", title: t("Seller details") },
      { id: "tips", title: t("Tips") },
    ],
  },
] as const;

/** The settings of the page's own domains, on a page of their own. Only on a site with own domains. */
export const ADDRESS = { id: "address", title: t("Address"), to: paths.ownAddress() } as const;

/** Account settings on pages of their own. */
export const PAGES = [
  { id: "security", title: t("Security"), to: paths.security() },
  { id: "data", title: t("Your data"), to: paths.accountData() },
  { id: "import", title: t("Import a page"), to: paths.pageImport() },
  { id: "api", title: "API", to: paths.apiKeys() },
] as const;
export type PageId = (typeof PAGES)[number]["id"] | typeof ADDRESS.id;

export const SECTIONS = GROUPS.flatMap<(typeof GROUPS)[number]["sections"][number]>(
  ({ sections }) => sections,
);
export type SectionId = (typeof SECTIONS)[number]["id"];
export const SECTION_IDS = SECTIONS.map(({ id }) => id);

/** Returns the titles of sections in page order: "Profile, Plan". */
export function titlesOf(ids: readonly SectionId[]): string {
  return SECTIONS.filter(({ id }) => ids.includes(id))
    .map(({ title }) => title)
    .join(", ");
}
