import { aliasedTable, and, desc, eq, like, sql } from "drizzle-orm";
import type { AuditAction, AuditEntry, AuditState } from "../../../contract/api/admin.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { paginate } from "../../platform/http/paginate.ts";
import { users } from "../accounts/index.ts";
import { auditLog } from "./tables.ts";

export type Action = {
  actorId: string;
  action: AuditAction;
  subjectId: string | number;
  before?: AuditState;
  after?: AuditState;
};

/** Records an administrator's action in the transaction of that action. */
export async function recordAction(tx: Transaction, { subjectId, ...action }: Action): Promise<void> {
  await tx.insert(auditLog).values({ ...action, subjectId: String(subjectId) });
}

/**
 * Records that a user's groups at the sign-in provider granted or revoked the admin role. The actor is the
 * user.
 */
export function recordRoleChange(tx: Transaction, { userId, isAdmin }: { userId: string; isAdmin: boolean }) {
  return recordAction(tx, {
    actorId: userId,
    action: "user.role_changed",
    subjectId: userId,
    before: { is_admin: !isAdmin },
    after: { is_admin: isAdmin, by: "OIDC_ADMIN_GROUP" },
  });
}

/** Returns one page of the audit log, newest first, with the current emails of its users. */
export async function listActions(db: Queries, page: number) {
  const { range, wrap } = paginate(page);
  const total = await db.$count(auditLog);
  const rows = await selectActions(db).limit(range.limit).offset(range.offset);
  return wrap({ entries: rows.map(presentAction), total });
}

export async function listActionsOn(db: Queries, userId: string, limit: number): Promise<AuditEntry[]> {
  const isOn = and(eq(auditLog.subjectId, userId), like(auditLog.action, "user.%"));
  return (await selectActions(db).where(isOn).limit(limit)).map(presentAction);
}

function selectActions(db: Queries) {
  const actor = aliasedTable(users, "actor");
  const subject = aliasedTable(users, "subject");
  return db
    .select({ entry: auditLog, actorEmail: actor.email, subjectEmail: subject.email })
    .from(auditLog)
    .leftJoin(actor, eq(actor.id, auditLog.actorId))
    .leftJoin(
      subject,
      sql`${auditLog.action} like 'user.%' and ${subject.id} = case when ${auditLog.action} like 'user.%' then ${auditLog.subjectId}::uuid end`,
    )
    .orderBy(desc(auditLog.id))
    .$dynamic();
}

type ActionRow = Awaited<ReturnType<typeof selectActions>>[number];

function presentAction({ entry, actorEmail, subjectEmail }: ActionRow): AuditEntry {
  return {
    id: entry.id,
    action: entry.action,
    actor: { id: entry.actorId, email: actorEmail },
    subject: { id: entry.subjectId, email: subjectEmail },
    before: entry.before,
    after: entry.after,
    created_at: entry.createdAt.toISOString(),
  };
}
