import type { AuditState } from "../../../contract/api/admin.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import { lockUser } from "../accounts/index.ts";
import { revokeKeysOf } from "../api-keys/index.ts";
import { withAdmin } from "./admin-transaction.ts";
import { recordAction } from "./audit.ts";
import type { AdminDeps } from "./deps.ts";

type Deps = Pick<AdminDeps, "clock" | "db" | "mails">;
type Target = { actorId: string; id: string; key?: string };

/**
 * Revokes the active API keys of a user's page on every node, or one of them, and emails the user. Throws 404 for an
 * unknown user, and for a key that is not active.
 */
export function revokeUserKeys({ db, mails, clock }: Deps, { actorId, id, key }: Target): Promise<void> {
  return withAdmin({ db, actorId }, async (tx) => {
    const user = await lockUser(tx, id).then(orNotFound("User"));
    const ended = await revokeKeysOf(tx, { userId: id, id: key });
    const [first] = ended;
    if (!first) {
      if (key === undefined) return;
      throw notFound("API key");
    }
    const after: AuditState = key === undefined ? { keys: ended.length } : { key };
    await recordAction(tx, { actorId, action: "user.api_keys_revoked", subjectId: id, after });
    const at = clock.now().toISOString();
    const links = { main: { to: "page", path: paths.apiKeys() } } as const;
    const mail = { mail: "api-keys-revoked", names: ended.map(({ name }) => name), at, links } as const;
    await mails.enqueueEmail(tx, { to: user.email, mail, cause: `api-keys revoked ${first.id}` });
  });
}
