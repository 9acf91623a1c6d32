import { Resolver } from "node:dns/promises";
import type { Dns, DnsAnswer, DnsType } from "../port.ts";

/** All tries of one query together end within five seconds. */
const TIMING = { timeout: 1_500, tries: 2, maxTimeout: 2_500 };
/** Errors by which a server says that there is no such record. */
const CLEAR = new Set(["ENOTFOUND", "ENODATA"]);

/** Reads DNS records by the servers of this machine, or by `servers`. */
export function resolverDns({ servers }: { servers?: readonly string[] } = {}): Dns {
  const query = (resolver: Resolver, type: DnsType, name: string): Promise<string[]> => {
    if (type === "TXT")
      return resolver.resolveTxt(name).then((records) => records.map((parts) => parts.join("")));
    if (type === "CNAME") return resolver.resolveCname(name);
    return type === "A" ? resolver.resolve4(name) : resolver.resolve6(name);
  };
  return {
    async read(type, name): Promise<DnsAnswer> {
      const resolver = new Resolver(TIMING);
      if (servers) resolver.setServers([...servers]);
      try {
        const values = await query(resolver, type, name);
        return values.length > 0 ? { state: "found", values } : { state: "none" };
      } catch (error) {
        return { state: CLEAR.has(codeOf(error)) ? "none" : "silent" };
      }
    },
  };
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
