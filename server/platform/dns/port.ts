/** Records of a name. `none` is a clear answer that there are none. `silent` says nothing: no server answered, or it failed. */
export type DnsAnswer = { state: "found"; values: string[] } | { state: "none" } | { state: "silent" };

export const DNS_TYPES = ["TXT", "CNAME", "A", "AAAA"] as const;
export type DnsType = (typeof DNS_TYPES)[number];

/** Reads DNS records. */
export type Dns = {
  /** Never throws. The strings of a TXT record are joined. */
  read(type: DnsType, name: string): Promise<DnsAnswer>;
};
