import type { Dns, DnsType } from "../platform/dns/port.ts";

/** DNS records that a test sets. Other names have none. */
export function createTestDns() {
  const records = new Map<string, string[]>();
  let isSilent = false;
  const keyOf = (type: DnsType, name: string) => `${type} ${name}`;
  return {
    async read(type, name) {
      if (isSilent) return { state: "silent" };
      const values = records.get(keyOf(type, name));
      return values ? { state: "found", values } : { state: "none" };
    },
    set: (type: DnsType, name: string, values: string[]) => void records.set(keyOf(type, name), values),
    silence(silent: boolean) {
      isSilent = silent;
    },
    clear: () => records.clear(),
  } satisfies Dns & Record<string, unknown>;
}
