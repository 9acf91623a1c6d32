import { domainToUnicode } from "node:url";
import { type Domain, DomainFailure, type DomainRecord } from "../../../contract/api/domains.ts";
import type { OwnDomains } from "../../config/own-domains.ts";
import { isApex } from "./name.ts";
import type { DomainRow } from "./repository.ts";

const RoutingFailure = DomainFailure.exclude(["taken"]);

/** Returns the name of a domain and where it stands. */
export const presentDomainState = (row: DomainRow) => ({
  id: row.id,
  name: row.name,
  display_name: domainToUnicode(row.name) || row.name,
  state: row.provenAt ? ("proven" as const) : row.pausedAt ? ("paused" as const) : ("pending" as const),
  is_main: row.isMain,
  failure: DomainFailure.safeParse(row.failure).data ?? null,
  routing_failure: RoutingFailure.safeParse(row.routingFailure).data ?? null,
  created_at: row.createdAt.toISOString(),
  checked_at: row.checkedAt?.toISOString() ?? null,
  proven_at: row.provenAt?.toISOString() ?? null,
  failing_since: row.failingSince?.toISOString() ?? null,
});

export async function presentDomain(row: DomainRow, own: OwnDomains | undefined): Promise<Domain> {
  return {
    ...presentDomainState(row),
    redirects: row.isMain && row.redirects,
    proof: { type: "TXT", name: `_tessera.${row.name}`, value: row.token },
    routing: own ? await routingRecords(row.name, own) : [],
    found: row.found,
    routing_found: row.routingFound,
    next_check_at: row.nextCheckAt?.toISOString() ?? null,
  };
}

/** A registered domain itself can have no CNAME record. */
async function routingRecords(name: string, { target, addresses }: OwnDomains): Promise<DomainRecord[]> {
  const ofAddresses = addresses.map(
    (value): DomainRecord => ({ type: value.includes(":") ? "AAAA" : "A", name, value }),
  );
  const ofTarget: DomainRecord[] = target === undefined ? [] : [{ type: "CNAME", name, value: target }];
  const preferred = (await isApex(name)) ? ofAddresses : ofTarget;
  return preferred.length > 0 ? preferred : [...ofTarget, ...ofAddresses];
}
