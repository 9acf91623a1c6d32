import { Resolver } from "node:dns/promises";
import type { Agent } from "node:http";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import { isPublicIP } from "./ip.ts";

/** The servers of the public internet, and the connections to them. */
export type PublicNetwork = {
  /** Returns why a URL must not be requested, or undefined. Names are checked when they are resolved, for each connection. */
  rejects(url: URL): string | undefined;
  agentFor(url: URL): Agent;
};

export type NetworkParts = {
  resolve?: (hostname: string) => Promise<readonly string[]>;
  ports?: readonly number[];
  /** IPs that count as public although they are not. */
  exceptions?: readonly string[];
  /** The certificate of an authority in place of the system's. */
  ca?: string;
};

/** The ports of web servers. Any other port would let a creator probe services that are not meant for browsers. */
const WEB_PORTS = [80, 443, 8080, 8443];
const NOT_PUBLIC = "not a public IP";

/** IPs that are not public, although `isPublicIP` and request-filtering-agent accept them. */
const reserved = new BlockList();
// Azure serves the configuration of a virtual machine, with its secrets, on this public IP.
reserved.addAddress("168.63.129.16");
const allocatedIPv6 = new BlockList();
allocatedIPv6.addSubnet("2000::", 3, "ipv6");

/** Returns true for a public IP unless it is this machine's own: requests to itself would bypass its firewall. */
export function isForeignPublicIP(ip: string): boolean {
  if (!isPublicIP(ip)) return false;
  if (isIP(ip) === 6 ? !allocatedIPv6.check(ip, "ipv6") : reserved.check(ip)) return false;
  return !Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === ip));
}

/** Connects to public IPs only. request-filtering-agent checks the IP of each connection, and this module rejects those that the package accepts wrongly. */
export function publicNetwork({
  resolve = resolveByDns,
  ports = WEB_PORTS,
  exceptions = [],
  ca,
}: NetworkParts = {}): PublicNetwork {
  const isAllowed = (ip: string) => exceptions.includes(ip) || isForeignPublicIP(ip);
  const lookup = createLookup(resolve, isAllowed);
  // Without keepAlive, every request connects anew and is checked anew.
  const options = { lookup, keepAlive: false, allowIPAddressList: [...exceptions], ...(ca && { ca }) };
  const agents = {
    "http:": new RequestFilteringHttpAgent(options),
    "https:": new RequestFilteringHttpsAgent(options),
  };
  return {
    rejects(url) {
      if (url.protocol !== "http:" && url.protocol !== "https:") return "not http or https";
      if (url.username || url.password) return "a user name or password";
      if (!ports.includes(Number(url.port || (url.protocol === "https:" ? 443 : 80)))) return "another port";
      const host = url.hostname.replace(/^\[|\]$/g, "");
      return isIP(host) !== 0 && !isAllowed(host) ? NOT_PUBLIC : undefined;
    },
    agentFor: ({ protocol }) => agents[protocol === "https:" ? "https:" : "http:"],
  };
}

/** Returns the IPs that were checked, so that the connection does not depend on a second DNS response. */
function createLookup(
  resolve: NonNullable<NetworkParts["resolve"]>,
  isAllowed: (ip: string) => boolean,
): LookupFunction {
  const find = async (hostname: string) => {
    const ips = await resolve(hostname);
    const [first] = ips;
    if (first === undefined) throw new Error("name not found");
    if (!ips.every(isAllowed)) throw new Error(NOT_PUBLIC);
    return { first, ips };
  };
  return (hostname, { all }, callback) => {
    find(hostname).then(
      ({ first, ips }) => {
        if (all)
          callback(
            null,
            ips.map((address) => ({ address, family: isIP(address) })),
          );
        else callback(null, first, isIP(first));
      },
      (error) => callback(error, "", 0),
    );
  };
}

/** Resolves only by DNS. The system's resolver also knows names of the local network, and a slow DNS server could block its few threads. */
async function resolveByDns(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
}
