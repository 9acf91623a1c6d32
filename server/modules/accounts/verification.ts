import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { findCreatorByUser } from "../creators/index.ts";
import type { AccountDeps } from "./deps.ts";
import {
  consumeToken,
  findToken,
  hasOpenToken,
  issueToken,
  LIFETIMES,
  revokeTokens,
} from "./one-time-tokens.ts";
import { lockUser, markOwnershipProven, setVerified, type UserRow } from "./repository.ts";
import { enqueueResetEmail } from "./reset-mail.ts";

type ResendDeps = Pick<AccountDeps, "db" | "mails" | "derive" | "limits">;
type Deps = Pick<AccountDeps, "db" | "mails" | "derive" | "adminEmail">;

/** Queues the mail by which somebody shows that an address is theirs. */
export async function enqueueVerification(
  tx: Transaction,
  { mails, derive }: Pick<Deps, "mails" | "derive">,
  user: { id: string; email: string; handle: string },
): Promise<void> {
  const tokenId = await issueToken(tx, { userId: user.id, purpose: "verify", derive });
  await mails.enqueueEmail(tx, {
    to: user.email,
    mail: {
      mail: "verify-email",
      handle: user.handle,
      validHours: LIFETIMES.verify / 60,
      links: { main: { to: "verify-email", seed: tokenId } },
    },
    cause: `verify ${tokenId}`,
  });
}

const MAILS_OF_ACCOUNT = { points: 3, seconds: 3600 };
/** An email that has not arrived by then is sent again at the next login. */
const ARRIVAL_MINUTES = 5;

/** Sends the verification mail again; nothing is sent to who is verified. Throws 429. */
export async function resendVerification(deps: ResendDeps, userId: string): Promise<void> {
  await deps.limits.consume({ name: "verification mails", key: userId, ...MAILS_OF_ACCOUNT });
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || user.emailVerifiedAt) return;
    const creator = await findCreatorByUser(tx, userId);
    await enqueueVerification(tx, deps, { ...user, handle: creator?.handle ?? "" });
  });
}

/** Sends the verification mail again to an account that may not sign in, unless its link was sent a moment ago or the limit is reached. */
export async function resendAtLogin(deps: ResendDeps, userId: string): Promise<void> {
  if (await hasOpenToken(deps.db, { userId, purpose: "verify", maxAgeMinutes: ARRIVAL_MINUTES })) return;
  await resendVerification(deps, userId).catch((error: unknown) => {
    if (!(error instanceof AppError && error.status === 429)) throw error;
  });
}

/** Follows the link of a verification mail, as `viewerId` or as nobody. A second click verifies nothing more; after a mail scanner's first it still shows that the account's holder reads the mail. */
export async function verifyEmail(
  deps: Deps,
  { token, viewerId }: { token: string; viewerId: string | undefined },
): Promise<"success" | "expired" | "invalid"> {
  return inTransaction(deps.db, async (tx) => {
    const known = await findToken(tx, { token, purposes: ["verify"] });
    const user = known && (await lockUser(tx, known.userId));
    if (!user) return "invalid";
    const isFirst = await consumeToken(tx, { token, purpose: "verify" });
    if (!isFirst && !user.emailVerifiedAt) return known.expired ? "expired" : "invalid";
    if (viewerId === user.id && !known.expired) {
      await markOwnershipProven(tx, user.id, deps.adminEmail);
    } else if (isFirst) {
      await verifyUnproven(tx, deps, user);
    }
    await revokeTokens(tx, { userId: user.id, purpose: "verify" });
    return "success";
  });
}

/** The address is read by its owner, but the account may be somebody else's. Before the one that the configuration names becomes an administrator, a new password puts everybody else out. */
async function verifyUnproven(tx: Transaction, deps: Deps, user: UserRow): Promise<void> {
  await setVerified(tx, user.id);
  if (user.email !== deps.adminEmail || user.isAdmin || user.ownershipProvenAt) return;
  await enqueueResetEmail(tx, deps, { user, forAdmin: true });
}
