/** Creators' own domains, and the records that lead them to this installation. */
export type OwnDomains = {
  /** The target of CNAME records. */
  target: string | undefined;
  /** The addresses for names that can have no CNAME record. */
  addresses: readonly string[];
  /** Where the proxy asks for which names it may get certificates. */
  ask: { host: string; port: number };
};
