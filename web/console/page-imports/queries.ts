import { queryOptions } from "@tanstack/react-query";
import { type PageSource, pageImportRoutes } from "../../../contract/api/page-imports.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { formatCount } from "../../lib/format.ts";

/** Counts the added rows of an import. */
export const addedCount = ({ source, added }: { source: PageSource; added: number }) =>
  source === "gumroad" ? formatCount(added, ["product", "products"]) : formatCount(added, ["tile", "tiles"]);

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
