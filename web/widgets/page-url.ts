import type { Creator } from "../../contract/api/creators.ts";
import { handleOf } from "../../contract/rules/handles.ts";
import { paths } from "../../contract/rules/paths.ts";

/** Returns the URL of a creator's page for visitors: on the main domain, if the page has one. */
export const pageUrlOf = ({ handle, page_url }: Pick<Creator, "handle" | "page_url">): string =>
  page_url ?? window.location.origin + paths.creator(handle);

/** Returns the page's future URL while its handle is typed. */
export function pageUrlPreview(host: string, handle: string): string {
  return `${host}${decodeURIComponent(paths.creator(handleOf(handle).toLowerCase() || "your-handle"))}`;
}
