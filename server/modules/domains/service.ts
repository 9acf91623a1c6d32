import type { DomainChange } from "../../../contract/api/domains.ts";
import { domainLimits } from "../../../contract/rules/domain-limits.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import type { CreatorViewer } from "../../platform/http/viewer.ts";
import { randomToken } from "../../platform/tokens.ts";
import { requireLinksAllowed } from "../blocks/index.ts";
import { creatorErrors } from "../creators/index.ts";
import { announce, checkDomain, tell } from "./check.ts";
import type { DomainDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { readDomainName } from "./name.ts";
import {
  clearMain,
  type DomainRow,
  deleteAnyDomain,
  deleteDomain,
  findDomain,
  insertDomain,
  listDomains,
  lockDomains,
  updateDomain,
} from "./repository.ts";
import { nextCheck } from "./rules.ts";

type Own = { creatorId: number; id: string };

/** Adds a domain without a proof. Throws 400 for a name that cannot be used, 403 without a verified email, 409 at the limit. */
export async function addDomain(
  deps: DomainDeps,
  { viewer, name: typed }: { viewer: CreatorViewer; name: string },
): Promise<DomainRow> {
  const { db, clock, publicUrl, own } = deps;
  if (!own) throw errors.off();
  if (!viewer.emailVerifiedAt) throw creatorErrors.unverified();
  const name = await readDomainName(typed, { publicUrl, target: own.target });
  await requireLinksAllowed(db, [{ field: "name", url: `https://${name}` }]);
  const { creatorId } = viewer;
  const createdAt = clock.now();
  return inTransaction(db, async (tx) => {
    await lockDomains(tx);
    const existing = await listDomains(tx, creatorId);
    if (existing.some((domain) => domain.name === name)) throw errors.exists();
    if (existing.length >= domainLimits.ofCreator.max) throw errors.limitReached(domainLimits.ofCreator);
    const nextCheckAt = nextCheck(createdAt, createdAt);
    const row = await insertDomain(tx, { creatorId, name, token: randomToken(), createdAt, nextCheckAt });
    if (!row) throw errors.exists();
    return row;
  });
}

/** Reads the records of a domain now. Throws 404. */
export async function checkOwnDomain(deps: DomainDeps, own: Own): Promise<DomainRow> {
  if (!deps.own) throw errors.off();
  const row = await findDomain(deps.db, own).then(orNotFound("Domain"));
  return checkDomain(deps, row).then(orNotFound("Domain"));
}

/** Changes the main name and its redirect. Throws 404, and 409 for a name that is not proven, or not the main one. */
export async function changeDomain(
  deps: DomainDeps,
  { change, ...own }: Own & { change: DomainChange },
): Promise<DomainRow> {
  if (!deps.own) throw errors.off();
  return inTransaction(deps.db, async (tx) => {
    await lockDomains(tx);
    let row = await findDomain(tx, own).then(orNotFound("Domain"));
    if (change.isMain && !row.isMain) {
      if (!row.provenAt) throw errors.notProven();
      const redirects = await clearMain(tx, own.creatorId);
      row = await updateDomain(tx, row.id, { isMain: true, redirects });
    }
    if (change.redirects !== undefined) {
      if (!row.isMain) throw errors.notMain();
      row = await updateDomain(tx, row.id, { redirects: change.redirects });
    }
    await announce(tx, deps, own.creatorId);
    return row;
  });
}

/** Removes a domain on all nodes. Throws 404. */
export async function removeDomain(deps: DomainDeps, own: Own): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockDomains(tx);
    await deleteDomain(tx, own).then(orNotFound("Domain"));
    await announce(tx, deps, own.creatorId);
  });
}

/** Removes a domain of any creator on all nodes, and emails its creator. Returns undefined for an unknown one. */
export async function removeAnyDomain(
  tx: Transaction,
  deps: Pick<DomainDeps, "mails" | "pageInvalidations">,
  id: string,
): Promise<DomainRow | undefined> {
  await lockDomains(tx);
  const row = await deleteAnyDomain(tx, id);
  if (!row) return undefined;
  await tell(tx, deps, { row, notice: "removed" });
  await announce(tx, deps, row.creatorId);
  return row;
}
