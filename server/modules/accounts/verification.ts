import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { findCreatorByUser } from "../creators/index.ts";
import type { AccountDeps } from "./deps.ts";
import {
  consumeToken,
  endTokens,
  findToken,
  hasOpenToken,
  issueToken,
  LIFETIMES,
} from "./one-time-tokens.ts";
import { lockUser, setVerified } from "./repository.ts";

type Deps = Pick<AccountDeps, "db" | "mails" | "derive" | "adminEmail">;

/** Queues the mail by which somebody shows that an address is theirs. */
export async function queueVerification(
  tx: Transaction,
  { mails, derive }: Pick<Deps, "mails" | "derive">,
  user: { id: string; email: string; handle: string },
): Promise<void> {
  const tokenId = await issueToken(tx, { userId: user.id, purpose: "verify", derive });
  await mails.queueMail(tx, {
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

/** Sends the verification mail again; nothing is sent to who is verified. With `onlyIfNone`, nor while a link that was sent still works. */
export async function resendVerification(
  deps: Deps,
  { userId, onlyIfNone = false }: { userId: string; onlyIfNone?: boolean },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || user.emailVerifiedAt) return;
    if (onlyIfNone && (await hasOpenToken(tx, { userId, purpose: "verify" }))) return;
    const creator = await findCreatorByUser(tx, userId);
    await queueVerification(tx, deps, { ...user, handle: creator?.handle ?? "" });
  });
}

/** Follows the link of a verification mail. A second click, or a mail scanner's first, changes nothing. */
export async function verifyEmail(deps: Deps, token: string): Promise<"success" | "expired" | "invalid"> {
  return inTransaction(deps.db, async (tx) => {
    const known = await findToken(tx, { token, purposes: ["verify"] });
    const user = known && (await lockUser(tx, known.userId));
    if (!user) return "invalid";
    if (await consumeToken(tx, { token, purpose: "verify" })) {
      await setVerified(tx, user.id, deps.adminEmail);
      await endTokens(tx, { userId: user.id, purpose: "verify" });
      return "success";
    }
    if (user.emailVerifiedAt) return "success";
    return known.expired ? "expired" : "invalid";
  });
}
