import { z } from "zod";
import { AudienceFilter } from "../../../contract/api/audience.ts";
import { UrlPage, UrlSearch } from "../../lib/use-url-state.ts";

/** The filter of the list of emails, in the URL. */
export const AudienceView = z.object({
  filter: AudienceFilter.catch("all"),
  search: UrlSearch,
  page: UrlPage,
});
export type AudienceView = z.output<typeof AudienceView>;

export const FILTERS: Readonly<Record<AudienceFilter, string>> = {
  all: "All",
  signup: "Signups",
  order: "Buyers",
  unconfirmed: "Not confirmed",
};
