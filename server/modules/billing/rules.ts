import { isOwnOrigin } from "../../platform/http/origin.ts";

/** The absolute form of a return address when it leads to this site, else undefined. It is handed on as it was written: another reader must not see another host in it. */
export function ownReturnUrl(url: string, publicUrl: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(url) || url.includes("\\")) return undefined;
  const absolute = /^\/(?!\/)/.test(url) ? `${publicUrl}${url}` : url;
  if (!/^https?:\/\/[^/?#@]+([/?#]|$)/i.test(absolute) || !URL.canParse(absolute)) return undefined;
  return isOwnOrigin(new URL(absolute).origin, publicUrl) ? absolute : undefined;
}
