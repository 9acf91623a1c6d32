import { PRODUCT_NAME } from "../../../../contract/rules/brand.ts";
import { SITE_DOCUMENTS, type Site } from "../../../../contract/rules/site.ts";
import { isPublicHost } from "../../../platform/net/public-host.ts";
import { type Check, type Found, ok, warning } from "../check.ts";

/** Names the settings that a site open to the internet lacks. */
export const siteCheck: Check = {
  name: "Site",
  advice: "Look at SITE_NAME and the other settings that begin with SITE_.",
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
  if (missing.length === 0) return ok({ seen: `${site.name}, with contact, imprint, privacy and terms` });
  if (!isPublicHost(new URL(publicUrl).hostname))
    return ok({ seen: `${site.name}; not public yet, without ${missing.join(", ")}` });
  return warning({
    seen: `${publicUrl} is public, but ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not set`,
    advice:
      "Set them in .env. The law of many countries requires imprint and privacy notice; docs/privacy.en.md and docs/privacy.de.md are a start. Users accept SITE_TERMS when they register.",
  });
}
