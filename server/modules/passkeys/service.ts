import { randomUUID } from "node:crypto";
import type { CreatedCredential } from "../../../contract/api/passkeys.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import {
  countWaysIn,
  lockUser,
  markSecondFactor,
  type UserRow,
  unmarkSecondFactor,
} from "../accounts/index.ts";
import { challengeOf, creationOptions, verifyCreation } from "./ceremonies.ts";
import { consumeChallenge, issueChallenge } from "./challenges.ts";
import type { PasskeyDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { countUsable, deletePasskey, insertPasskey, listPasskeys, type PasskeyRow } from "./repository.ts";

/** Starts adding a passkey. Throws 409 if the user has reached the limit. */
export async function startCreation(
  { db, site }: Pick<PasskeyDeps, "db" | "site">,
  { userId, email, browserToken }: { userId: string; email: string; browserToken: string },
) {
  const known = await listPasskeys(db, userId);
  rejectTooMany(known);
  const challenge = await issueChallenge(db, { purpose: "create", userId, browserToken });
  return creationOptions(site, { user: { id: userId, email }, known, challenge });
}

function rejectTooMany(known: readonly PasskeyRow[]): void {
  if (known.length >= limits.passkeys.max) throw errors.limitReached(limits.passkeys);
}

type Creation = {
  userId: string;
  sessionId: string;
  browserToken: string | undefined;
  name: string;
  response: CreatedCredential;
};

/**
 * Adds a passkey that a browser has created and notifies the user. Throws 400 if it does not match the
 * options, and 409 if it is already in use or the user has reached the limit.
 */
export async function addPasskey(deps: PasskeyDeps, creation: Creation): Promise<PasskeyRow> {
  const { userId, sessionId, name, response } = creation;
  const created = await verifyCreated(deps, creation);
  const { credential } = created;
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw errors.notCreated();
    const known = await listPasskeys(tx, userId);
    rejectTooMany(known);
    const passkey = await insertPasskey(tx, {
      userId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      isSynced: created.credentialDeviceType === "multiDevice",
      isBackedUp: created.credentialBackedUp,
      aaguid: created.aaguid,
      rpId: deps.site.id,
      name: name || `Passkey ${known.length + 1}`,
    });
    // The authenticator has just verified its user.
    await markSecondFactor(tx, sessionId);
    await enqueueChange(tx, deps, { user, change: "added" });
    return passkey;
  });
}

async function verifyCreated({ db, site, log }: PasskeyDeps, { userId, browserToken, response }: Creation) {
  const challenge = challengeOf(response);
  const issued =
    challenge && browserToken
      ? await consumeChallenge(db, { token: challenge, browserToken, purpose: "create" })
      : undefined;
  if (!challenge || issued?.userId !== userId) throw errors.notCreated();
  const { userVerification } = issued;
  const created = await verifyCreation(response, { site, challenge, userVerification, log });
  if (!created) throw errors.notCreated();
  return created;
}

/** Removes a passkey and notifies the user. Throws 404, or 409 if it is the user's last way to sign in. */
export async function removePasskey(deps: PasskeyDeps, { userId, id }: { userId: string; id: string }) {
  await inTransaction(deps.db, async (tx) => {
    // Of two concurrent removals, the second must see the first one.
    const user = await lockUser(tx, userId);
    if (!user || !(await deletePasskey(tx, { userId, id }))) throw notFound("Passkey");
    // The error rolls back the deletion.
    if (
      (await countWaysIn(tx, { userId, passwordLogin: deps.passwordLogin })) +
        (await countOwn(tx, deps, userId)) ===
      0
    )
      throw errors.lastWayIn();
    await unmarkWithoutFactor(tx, deps, userId);
    await enqueueChange(tx, deps, { user, change: "removed" });
  });
}

const countOwn = (tx: Transaction, { site }: Pick<PasskeyDeps, "site">, userId: string) =>
  countUsable(tx, { userId, rpId: site.id });

/** Marks the user's sessions as unproved if the last second factor is gone. */
async function unmarkWithoutFactor(tx: Transaction, deps: PasskeyDeps, userId: string): Promise<void> {
  if ((await countOwn(tx, deps, userId)) > 0 || (await deps.hasSecondFactor(tx, userId))) return;
  await unmarkSecondFactor(tx, userId);
}

/** Emails a verified user only. An unverified email may belong to a stranger. */
async function enqueueChange(
  tx: Transaction,
  { mails, clock }: Pick<PasskeyDeps, "mails" | "clock">,
  { user, change }: { user: UserRow; change: "added" | "removed" },
): Promise<void> {
  if (!user.emailVerifiedAt) return;
  await mails.enqueueEmail(tx, {
    to: user.email,
    mail: {
      mail: "passkey-changed",
      change,
      at: clock.now().toISOString(),
      links: { main: { to: "page", path: paths.security() } },
    },
    cause: `passkey ${change} ${randomUUID()}`,
  });
}
