import { BlockList, isIP, isIPv6 } from "node:net";

/** Networks that belong to nobody in particular (RFC 6890); the table gives countries even for some of these. */
const NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  ["::", 127],
  ["2001:db8::", 32],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
];

const notPublic = new BlockList();
for (const [network, bits] of NOT_PUBLIC) {
  notPublic.addSubnet(network, bits, isIPv6(network) ? "ipv6" : "ipv4");
}

/** False for private, loopback and reserved addresses, and for what is no address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes("%")) return false;
  return !notPublic.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** An IPv4 address that came in IPv6 clothes (`::ffff:192.0.2.1`) as plain IPv4; any other as it is. */
export function withoutMapping(address: string): string {
  if (!isIPv6(address) || address.includes("%")) return address;
  // The URL parser knows every spelling of an address and gives one.
  const groups = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(new URL(`http://[${address}]`).hostname);
  if (!groups) return address;
  return groups
    .slice(1)
    .flatMap((group) => {
      const value = Number.parseInt(group, 16);
      return [value >> 8, value & 255];
    })
    .join(".");
}
