import { siteNameOf } from "../../../contract/rules/known-sites.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { hostOf } from "../../lib/text.ts";

/** Returns the title of a link without a loaded page: the name of a known site, or its host. */
export function titleOf(url: string): string {
  const host = hostOf(url) ?? url;
  return (siteNameOf(host) ?? host).slice(0, limits.tileTitle.max);
}
