import { paths } from "../../../contract/rules/paths.ts";

/** The sections of the settings by subject, in page order. URLs contain their ids. */
export const GROUPS = [
  {
    title: "Your page",
    sections: [
      { id: "profile", title: "Profile" },
      { id: "social-links", title: "Social links" },
      { id: "announcement", title: "Announcement" },
      { id: "language", title: "Language and time" },
    ],
  },
  {
    title: "Money",
    sections: [
      { id: "plan", title: "Plan" },
      { id: "provider", title: "Payment provider" },
      { id: "get-paid", title: "Get paid" },
      { id: "seller", title: "Seller details" },
      { id: "tips", title: "Tips" },
    ],
  },
] as const;

/** The settings of the page's own domains, on a page of their own. Only on a site with own domains. */
export const ADDRESS = { id: "address", title: "Address", to: paths.ownAddress() } as const;

/** Account settings on pages of their own. */
export const PAGES = [
  { id: "security", title: "Security", to: paths.security() },
  { id: "data", title: "Your data", to: paths.accountData() },
  { id: "import", title: "Import a page", to: paths.pageImport() },
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
