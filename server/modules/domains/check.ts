import type { DomainFailure } from "../../../contract/api/domains.ts";
import { domainLimits } from "../../../contract/rules/domain-limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import type { OwnDomains } from "../../config/own-domains.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import type { Dns, DnsAnswer } from "../../platform/dns/port.ts";
import { findOwner } from "../accounts/index.ts";
import type { DomainDeps } from "./deps.ts";
import {
  chooseMain,
  type DomainRow,
  findDomain,
  findHolder,
  lockDomains,
  updateDomain,
} from "./repository.ts";
import { failureOf, type Notice, pausedAt, proves, withoutProof, withProof } from "./rules.ts";

const MAX_SHOWN = 10;
const MAX_SHOWN_TEXT = 255;

type Routing = { routingFailure: Exclude<DomainFailure, "taken"> | null; routingFound: string[] };

/** Reads the records of a domain and stores what they say. Returns the domain, or undefined if it was removed meanwhile. */
export async function checkDomain(
  deps: DomainDeps,
  { id, creatorId, name }: Pick<DomainRow, "id" | "creatorId" | "name">,
): Promise<DomainRow | undefined> {
  const { dns, db, own } = deps;
  const [answer, routing] = await Promise.all([
    dns.read("TXT", `_tessera.${name}`),
    readRouting(dns, name, own),
  ]);
  return inTransaction(db, async (tx) => {
    await lockDomains(tx);
    const row = await findDomain(tx, { id, creatorId });
    if (!row) return undefined;
    await applyAnswer(tx, deps, { row, answer, routing });
    return findDomain(tx, { id, creatorId });
  });
}

async function applyAnswer(
  tx: Transaction,
  deps: DomainDeps,
  { row, answer, routing }: { row: DomainRow; answer: DnsAnswer; routing: Routing },
): Promise<void> {
  const now = deps.clock.now();
  const found = answer.state === "found" ? shown(answer.values) : [];
  // A server that does not answer leaves what was found before.
  const seen = { ...(answer.state !== "silent" && { found }), ...routing };
  const failure = failureOf(answer, row.token);
  const holder = failure === null ? await findHolder(tx, row.name) : undefined;
  const rival = holder && holder.id !== row.id ? holder : undefined;
  // The former creator keeps the name until their record is gone from the DNS.
  if (failure !== null || (rival && proves(answer, rival.token))) {
    const { change, notice } = withoutProof(row, failure ?? "taken", now);
    await updateDomain(tx, row.id, { ...change, ...seen });
    if (notice) await tell(tx, deps, { row: { ...row, ...change }, notice });
    if (notice === "paused") await announce(tx, deps, row.creatorId);
    return;
  }
  if (rival) {
    await updateDomain(tx, rival.id, { ...pausedAt(now), failure: "taken", nextCheckAt: null });
    await tell(tx, deps, { row: rival, notice: "taken" });
    await announce(tx, deps, rival.creatorId);
  }
  await updateDomain(tx, row.id, { ...withProof(row, now), ...seen });
  if (!row.provenAt) await announce(tx, deps, row.creatorId);
}

/** Chooses the main name of a creator whose proven names have changed, and tells all nodes. */
export async function announce(
  tx: Transaction,
  deps: Pick<DomainDeps, "pageInvalidations">,
  creatorId: number,
): Promise<void> {
  await chooseMain(tx, creatorId);
  await deps.pageInvalidations.publish(tx, creatorId);
}

/** Emails a creator about a domain. */
export async function tell(
  tx: Transaction,
  { mails }: Pick<DomainDeps, "mails">,
  {
    row,
    notice,
  }: {
    row: Pick<DomainRow, "id" | "creatorId" | "name" | "failingSince" | "warnings">;
    notice: Notice | "taken" | "removed";
  },
): Promise<void> {
  const { email } = await findOwner(tx, row.creatorId);
  if (email === null) return;
  const since = row.failingSince ?? undefined;
  await mails.enqueueEmail(tx, {
    to: email,
    mail: {
      mail: "domain-problem",
      name: row.name,
      state: notice,
      pausesAt: since && new Date(since.getTime() + domainLimits.pausedAfterDays * 86_400_000).toISOString(),
      links: { main: { to: "page", path: paths.ownAddress() } },
    },
    cause: `domain ${row.id} ${notice} ${row.warnings} ${since?.toISOString()}`,
  });
}

const shown = (values: readonly string[]) =>
  values.slice(0, MAX_SHOWN).map((value) => value.slice(0, MAX_SHOWN_TEXT));
const withoutDot = (value: string) => value.toLowerCase().replace(/\.$/, "");

/** Reads whether a name leads to this installation. */
async function readRouting(dns: Dns, name: string, own: OwnDomains | undefined): Promise<Routing> {
  if (!own) return { routingFailure: null, routingFound: [] };
  const [alias, found, target] = await Promise.all([
    dns.read("CNAME", name),
    readAddresses(dns, name),
    own.target === undefined ? undefined : readAddresses(dns, own.target),
  ]);
  const aliases = alias.state === "found" ? alias.values.map(withoutDot) : [];
  if (own.target !== undefined && aliases.includes(own.target))
    return { routingFailure: null, routingFound: shown(aliases) };
  if (found.state === "silent") return { routingFailure: "silent", routingFound: [] };
  if (found.state === "none") return { routingFailure: "missing", routingFound: shown(aliases) };
  const expected = new Set([...own.addresses, ...(target?.state === "found" ? target.values : [])]);
  const leadsHere = found.values.every((value) => expected.has(value));
  return { routingFailure: leadsHere ? null : "different", routingFound: shown(found.values) };
}

async function readAddresses(dns: Dns, name: string): Promise<DnsAnswer> {
  const answers = await Promise.all([dns.read("A", name), dns.read("AAAA", name)]);
  const values = answers.flatMap((answer) => (answer.state === "found" ? answer.values : []));
  if (values.length > 0) return { state: "found", values };
  return { state: answers.some(({ state }) => state === "silent") ? "silent" : "none" };
}
