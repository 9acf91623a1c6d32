import { isIP, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** Ranges of this machine and of its own network. */
const INTERNAL: ReadonlySet<string> = new Set(["loopback", "private", "uniqueLocal", "carrierGradeNat"]);

/** `ipaddr.js` also accepts short forms such as `1.2.3`, which are no IPs here. */
const parse = (text: string) => (isIP(text) === 0 || text.includes("%") ? undefined : ipaddr.process(text));

/** Returns an IPv4-mapped IPv6 (`::ffff:192.0.2.1`) as IPv4, and any other text unchanged. */
export function unmapIPv4(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const parsed = parse(ip);
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : ip;
}

/** False for private, loopback and reserved IPs, and for any other text. */
export function isPublicIP(ip: string): boolean {
  return parse(ip)?.range() === "unicast";
}

/** True for an IP of this machine or of its own network. */
export function isInternalIP(ip: string): boolean {
  return INTERNAL.has(parse(ip)?.range() ?? "");
}

/** True for an IP, alone or with the length of a network's prefix (CIDR). */
export function isNetwork(text: string): boolean {
  const [ip = "", bits, ...more] = text.split("/");
  if (isIP(ip) === 0 || more.length > 0) return false;
  return bits === undefined || (/^0*[1-9]\d*$/.test(bits) && ipaddr.isValidCIDR(`${ip}/${Number(bits)}`));
}

/** Returns the /64 of an IPv6, and other keys unchanged. One client can use every IP of a /64, so a limit by single IPs would never apply. */
export function clientSubnet(key: string): string {
  if (!isIPv6(key)) return key;
  const ip = ipaddr.process(key.split("%")[0] ?? key);
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  return ip.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
}

/** Returns the network of an IP, shared by many clients (IPv4: /24, IPv6: /48), or null for any other text. */
export function anonymizeIP(text: string): string | null {
  const ip = parse(text.split("%")[0] ?? text);
  if (!ip) return null;
  const bits = ip instanceof ipaddr.IPv4 ? 24 : 48;
  const network = (ip instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(
    `${ip.toString()}/${bits}`,
  );
  return `${network.toString()}/${bits}`;
}
