import type { AdminDomain } from "../../../contract/api/admin-domains.ts";
import type { Queries } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { paginate } from "../../platform/http/paginate.ts";
import { listAllDomains, presentDomainState, removeAnyDomain } from "../domains/index.ts";
import { withAdmin } from "./admin-transaction.ts";
import { recordAction } from "./audit.ts";
import type { AdminDeps } from "./deps.ts";

/** Returns one page of all creators' domains, newest first. */
export async function listDomains(db: Queries, page: number) {
  const { range, wrap } = paginate(page);
  const { rows, total } = await listAllDomains(db, range);
  const domains = rows.map(({ domain, creator }): AdminDomain => {
    const { handle, displayName, userId } = creator;
    return {
      ...presentDomainState(domain),
      creator: { handle, display_name: displayName, user_id: userId },
    };
  });
  return wrap({ domains, total });
}

/** Removes a domain on all nodes, and emails its creator. Throws 404. */
export function removeDomain(
  { db, mails, pageInvalidations }: Pick<AdminDeps, "db" | "mails" | "pageInvalidations">,
  { actorId, id }: { actorId: string; id: string },
): Promise<void> {
  return withAdmin({ db, actorId }, async (tx) => {
    const { name } = await removeAnyDomain(tx, { mails, pageInvalidations }, id).then(orNotFound("Domain"));
    await recordAction(tx, { actorId, action: "domain.removed", subjectId: id, before: { name } });
  });
}
