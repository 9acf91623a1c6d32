import { handleOf } from "../../contract/rules/handles.ts";
import { paths } from "../../contract/rules/paths.ts";

/** Returns the page's future URL while its handle is typed. */
export function pageUrlPreview(host: string, handle: string): string {
  return `${host}${decodeURIComponent(paths.creator(handleOf(handle).toLowerCase() || "your-handle"))}`;
}
