import { isOwnOrigin } from "../../platform/http/origin.ts";

/** Returns the absolute form of a return URL of this site, or undefined for other URLs. It is not normalised, because another parser could find another host in the result. */
export function ownReturnUrl(url: string, publicUrl: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(url) || url.includes("\\")) return undefined;
  const absolute = /^\/(?!\/)/.test(url) ? `${publicUrl}${url}` : url;
  if (!/^https?:\/\/[^/?#@]+([/?#]|$)/i.test(absolute) || !URL.canParse(absolute)) return undefined;
  return isOwnOrigin(new URL(absolute).origin, publicUrl) ? absolute : undefined;
}
