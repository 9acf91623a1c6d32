import type { Database } from "../../platform/database/index.ts";
import { hashToken } from "../../platform/tokens.ts";
import { deleteSession } from "./repository.ts";

/** Ends a session on the server. An invalid token is ignored. */
export async function signOut(db: Database, sessionToken: string | undefined): Promise<void> {
  if (sessionToken) await deleteSession(db, hashToken(sessionToken));
}
