import { paths } from "../../contract/paths.ts";

/** The address that a page would get, as it is shown while the handle is typed. */
export function pageAddressPreview(host: string, handle: string): string {
  return `${host}${decodeURIComponent(paths.creator(handle.trim().toLowerCase() || "your-handle"))}`;
}
