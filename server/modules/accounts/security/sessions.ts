import { and, desc, eq } from "drizzle-orm";
import type { Session } from "../../../../contract/api/account-security.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { notFound } from "../../../platform/http/app-error.ts";
import type { Viewer } from "../../../platform/http/viewer.ts";
import { isValidSession } from "../repository.ts";
import { sessions, signIns } from "../tables.ts";

/** The maximum number of listed sessions. Hardly any user has more. */
const MAX_LISTED = 100;

/** Returns a user's sessions: this one first, then by last use. */
export async function listSessions(
  db: Queries,
  { userId, sessionId }: Pick<Viewer, "userId" | "sessionId">,
): Promise<Session[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isValidSession))
    .orderBy(desc(eq(sessions.id, sessionId)), desc(sessions.lastSeenAt))
    .limit(MAX_LISTED);
  return rows.map(({ id, device, country, method, createdAt, lastSeenAt }) => ({
    id,
    device,
    country,
    method,
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    is_current: id === sessionId,
  }));
}

export async function endSession(db: Queries, { id, userId }: { id: string; userId: string }): Promise<void> {
  const rows = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  if (rows.length === 0) throw notFound("Session");
}

/** Returns a page of a user's sign-ins and failed attempts, newest first. */
export async function listSignIns(
  db: Queries,
  { userId, limit, offset }: { userId: string; limit: number; offset: number },
) {
  const own = eq(signIns.userId, userId);
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(signIns)
      .where(own)
      .orderBy(desc(signIns.at), desc(signIns.id))
      .limit(limit)
      .offset(offset),
    db.$count(signIns, own),
  ]);
  return {
    signIns: rows.map(({ at, method, outcome, device, country, network }) => ({
      at: at.toISOString(),
      method,
      outcome,
      device,
      country,
      network,
    })),
    total,
  };
}
