import { isPublicHost } from "../../../platform/net/public-host.ts";
import { countDomains } from "../../domains/index.ts";
import { type Check, ok, warning } from "../check.ts";

/** Says whether creators' own domains can be reached. */
export const domainsCheck: Check = {
  name: "Own domains",
  advice: "Look at CUSTOM_DOMAINS and the other settings in docs/domains.md.",
  needsDatabase: true,
  async run({ settings: { ownDomains, publicUrl }, db }) {
    if (!ownDomains) return [ok({ seen: "off" })];
    const { proven, failing, pending } = await countDomains(db);
    const seen = `${proven} proven, ${pending} not proven`;
    const { protocol, hostname } = new URL(publicUrl);
    if (protocol !== "https:" && isPublicHost(hostname))
      return [
        warning({
          seen: `${seen}; links to them begin with http, as PUBLIC_URL does`,
          advice: "Let a proxy get certificates, and begin PUBLIC_URL with https (docs/domains.md).",
        }),
      ];
    if (failing > 0)
      return [
        warning({
          seen: `${seen}; the TXT record of ${failing} is gone`,
          advice:
            "If it is most of them, look at the DNS servers of this machine. Their creators were emailed.",
        }),
      ];
    return [ok({ seen })];
  },
};
