import { inTransaction } from "../../platform/database/index.ts";
import { hashToken } from "../../platform/tokens.ts";
import { findCreatorById } from "../creators/index.ts";
import type { AudienceDeps } from "./deps.ts";
import { findMemberByToken, lockMemberByToken, type MemberRow, updateMember } from "./repository.ts";

/** Returns the signup of a confirmation link and its creator; undefined when it was deleted. */
export async function findSignup({ db }: AudienceDeps, token: string) {
  const member = await findMemberByToken(db, hashToken(token));
  const creator = member && (await findCreatorById(db, member.creatorId));
  return creator && { member, creator };
}

/** Adds the email of a confirmation link to the audience, once. Returns the signup; undefined when it was deleted. */
export async function confirmSignup(
  { db, analytics }: AudienceDeps,
  token: string,
): Promise<MemberRow | undefined> {
  return inTransaction(db, async (tx) => {
    const member = await lockMemberByToken(tx, hashToken(token));
    if (!member || member.confirmedAt !== null) return member;
    await updateMember(tx, member.id, { isConfirmed: true });
    const { creatorId, tileId, source } = member;
    if (source === "signup") await analytics.recordSignup(tx, { creatorId, tileId });
    return member;
  });
}
