import { isDeepStrictEqual } from "node:util";
import type { Database } from "../../platform/database/index.ts";
import { inTransaction } from "../../platform/database/index.ts";
import type { RateLimiter } from "../../platform/http/rate-limiter.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import type { Payments, Requirements } from "../../platform/payments/port.ts";
import { isAlreadyRefreshed } from "../../platform/payments/revision.ts";
import { lockCreator, setPayoutAccount, setTipsEnabled } from "../creators/index.ts";
import { type AccountRow, endAccount, findLiveAccount, saveRequirements } from "./repository.ts";
import { endsTips } from "./rules.ts";

export type ConnectDeps = {
  db: Database;
  payments: Payments;
  limits: RateLimiter;
  pageInvalidations: PageInvalidations;
  publicUrl: string;
};

/** Asks the provider how an account stands and lets that take effect; the last to write has asked after all that was written before, and whoever others were quicker than asks once more at most. Undefined once the account is gone. */
export async function refreshAccount(
  deps: ConnectDeps,
  accountId: string,
  trigger: "webhook" | "read",
): Promise<AccountRow | undefined> {
  let startedAt: number | undefined;
  for (;;) {
    const known = await findLiveAccount(deps.db, accountId);
    if (!known) return undefined;
    const since = startedAt ?? known.revision;
    startedAt = since;
    const account = await deps.payments.readAccount(accountId);
    if (!account) {
      await disconnect(deps, accountId);
      return undefined;
    }
    const { requirements } = account;
    const stands = await inTransaction(deps.db, async (tx): Promise<AccountRow | undefined> => {
      const { creatorId } = known;
      const creator = await lockCreator(tx, creatorId);
      const now = await findLiveAccount(tx, accountId);
      if (now?.revision !== known.revision) {
        return now && isAlreadyRefreshed(now.revision, since) ? now : undefined;
      }
      // Who only looks writes nothing anew; after an event the answer outdates older ones that are on their way.
      if (trigger === "read" && isSame(known, requirements)) return known;
      await saveRequirements(tx, known.id, requirements);
      if (creator?.tipsEnabled && endsTips(requirements)) {
        await setTipsEnabled(tx, { creatorId, pageInvalidations: deps.pageInvalidations, enabled: false });
      }
      return { ...known, ...requirements };
    });
    if (stands) return stands;
  }
}

function isSame(known: Requirements, { currentlyDue, pastDue }: Requirements): boolean {
  return isDeepStrictEqual([known.currentlyDue, known.pastDue], [currentlyDue, pastDue]);
}

/** The account is gone, or its owner took the permission back: that is final, so nothing has to be asked. */
export async function disconnect(deps: ConnectDeps, accountId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const known = await findLiveAccount(tx, accountId);
    if (!known || !(await lockCreator(tx, known.creatorId))) return;
    // Looked at again behind the lock: somebody may have been quicker.
    if (!(await findLiveAccount(tx, accountId))) return;
    await endAccount(tx, known.id);
    await setPayoutAccount(tx, {
      creatorId: known.creatorId,
      pageInvalidations: deps.pageInvalidations,
      accountId: null,
    });
  });
}

/** What an event about an account changes here. Accounts of others are no business of ours. */
export async function onAccountEvent(
  deps: ConnectDeps,
  { id, deauthorized }: { id: string; deauthorized: boolean },
): Promise<void> {
  if (deauthorized) await disconnect(deps, id);
  else await refreshAccount(deps, id, "webhook");
}
