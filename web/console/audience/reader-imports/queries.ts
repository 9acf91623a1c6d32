import { queryOptions } from "@tanstack/react-query";
import { type ReaderSource, readerImportRoutes } from "../../../../contract/api/reader-imports.ts";
import { t } from "../../../../contract/texts.ts";
import { request } from "../../../lib/api.ts";

/** The imports of readers of the last 30 days. */
export const readerImportsQuery = queryOptions({
  queryKey: ["reader-imports"],
  queryFn: ({ signal }) => request(readerImportRoutes.list, { signal }),
  staleTime: 0,
});

export const READER_SOURCES: Readonly<Record<ReaderSource, string>> = {
  ghost: t("Ghost"),
  substack: t("Substack"),
  mailchimp: t("Mailchimp"),
  buttondown: t("Buttondown"),
};
