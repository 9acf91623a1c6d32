import { defineMessages } from "../../../../contract/texts.ts";
import { isPublicHost } from "../../../platform/net/public-host.ts";
import { countDomains } from "../../domains/index.ts";
import { type Check, ok, warning } from "../check.ts";

const messages = defineMessages("check_domains", {
  name: "Own domains",
  advice: "Look at CUSTOM_DOMAINS and the other settings in docs/domains.md.",
  off: "off",
  counts: "{proven} proven, {pending} not proven",
  plain: "links to them begin with http, as PUBLIC_URL does",
  plainAdvice: "Let a proxy get certificates, and begin PUBLIC_URL with https (docs/domains.md).",
  failing: "the TXT record of {count} is gone",
  failingAdvice:
    "If it is most of them, look at the DNS servers of this machine. Their creators were emailed.",
});

/** Says whether creators' own domains can be reached. */
export const domainsCheck: Check = {
  id: "own_domains",
  name: messages.name,
  advice: messages.advice,
  needsDatabase: true,
  async run({ settings: { ownDomains, publicUrl }, db }) {
    if (!ownDomains) return [ok({ seen: messages.off })];
    const { proven, failing, pending } = await countDomains(db);
    const seen = messages.counts({ proven, pending });
    const { protocol, hostname } = new URL(publicUrl);
    if (protocol !== "https:" && isPublicHost(hostname))
      return [warning({ seen: [seen, messages.plain], advice: messages.plainAdvice })];
    if (failing === 0) return [ok({ seen })];
    const gone = messages.failing({ count: failing });
    return [warning({ seen: [seen, gone], advice: messages.failingAdvice })];
  },
};
