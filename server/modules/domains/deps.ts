import type { OwnDomains } from "../../config/own-domains.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";

export type DomainDeps = Pick<
  Infrastructure,
  "clock" | "db" | "dns" | "hosts" | "log" | "mails" | "pageInvalidations"
> & {
  publicUrl: string;
  /** Undefined if the site has no own domains. */
  own: OwnDomains | undefined;
};
