import type { Creator } from "../../contract/api/creators.ts";
import { paths } from "../../contract/rules/paths.ts";

/** Returns the URL of a creator's page for visitors: on the main domain, if the page has one. */
export const pageUrlOf = ({ handle, page_url }: Pick<Creator, "handle" | "page_url">): string =>
  page_url ?? window.location.origin + paths.creator(handle);
