import { PRODUCT_NAME } from "../../../../contract/rules/brand.ts";
import { SITE_DOCUMENTS, type Site } from "../../../../contract/rules/site.ts";
import { defineMessages } from "../../../../contract/texts.ts";
import { isPublicHost } from "../../../platform/net/public-host.ts";
import { type Check, type Found, ok, warning } from "../check.ts";

const messages = defineMessages("check_site", {
  name: "Site",
  advice: "Look at SITE_NAME and the other settings that begin with SITE_.",
  complete: "{site}, with contact, imprint, privacy and terms",
  private: "{site}; not public yet, without {settings}",
  incomplete:
    "{count, plural, one {{url} is public, but {settings} is not set} other {{url} is public, but {settings} are not set}}",
  incompleteAdvice:
    "Set them in .env. The law of many countries requires imprint and privacy notice; docs/privacy.en.md and docs/privacy.de.md are a start. Users accept SITE_TERMS when they register.",
});

/** Names the settings that a site open to the internet lacks. */
export const siteCheck: Check = {
  id: "site",
  name: messages.name,
  advice: messages.advice,
  run: async ({ settings: { site, publicUrl } }) => [assessSite(site, publicUrl)],
};

export function assessSite(site: Site, publicUrl: string): Found {
  const missing = [
    ...(site.name === PRODUCT_NAME ? ["SITE_NAME"] : []),
    ...(site.contact === null ? ["SITE_CONTACT"] : []),
    ...SITE_DOCUMENTS.filter((name) => site.documents[name] === undefined).map(
      (name) => `SITE_${name.toUpperCase()}`,
    ),
  ];
  if (missing.length === 0) return ok({ seen: messages.complete({ site: site.name }) });
  const settings = missing.join(", ");
  if (!isPublicHost(new URL(publicUrl).hostname))
    return ok({ seen: messages.private({ site: site.name, settings }) });
  const seen = messages.incomplete({ count: missing.length, url: publicUrl, settings });
  return warning({ seen, advice: messages.incompleteAdvice });
}
