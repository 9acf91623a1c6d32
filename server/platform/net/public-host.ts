import { isIP } from "node:net";
import { isPublicIP } from "./ip.ts";

/** Matches names that public DNS never resolves (RFC 6761, 6762, 8375 and 9476), and names that routers assign. */
const LOCAL_NAME = /(^|\.)(local|localhost|internal|intranet|lan|home|home\.arpa|test|invalid|onion)\.?$/i;

/** Returns whether servers of the internet may reach a host, as `URL` formats it: false for private IPs and names of a local network. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return isPublicIP(host);
  return host.includes(".") && !LOCAL_NAME.test(host);
}
