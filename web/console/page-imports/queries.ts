import { queryOptions } from "@tanstack/react-query";
import { type PageSource, pageImportRoutes } from "../../../contract/api/page-imports.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";

/** Counts the added rows of an import. */
export const addedCount = ({ source, added }: { source: PageSource; added: number }) =>
  source === "gumroad"
    ? t("{count, plural, one {# product} other {# products}}", { count: added })
    : t("{count, plural, one {# tile} other {# tiles}}", { count: added });

/** Says how many rows an import has added. */
export const addedText = ({ source, added }: { source: PageSource; added: number }) =>
  source === "gumroad"
    ? t("{count, plural, one {# product} other {# products}} added.", { count: added })
    : t("{count, plural, one {# tile} other {# tiles}} added.", { count: added });

/** The imports of the last 30 days, and the rows that wait to be added. */
export const pageImportsQuery = queryOptions({
  queryKey: ["page-imports"],
  queryFn: ({ signal }) => request(pageImportRoutes.list, { signal }),
  staleTime: 0,
});

export const SOURCE_NAMES: Readonly<Record<PageSource, string>> = {
  linktree: t("Linktree"),
  beacons: t("Beacons"),
  linkstack: "LinkStack",
  linkbreeze: "LinkBreeze",
  littlelink: "LittleLink",
  bookmarks: t("Bookmarks"),
  csv: t("List of links"),
  gumroad: t("Gumroad"),
  page: t("Another page"),
};
