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

/** Reads an account from the provider and applies its state. A call saves its response only if no other call has saved one since the request was sent; otherwise it sends at most one more request. Returns undefined when the account was removed. */
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
      // A read saves only a changed state. A webhook always saves it, because the new revision invalidates older responses that are still in transit.
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

/** Ends an account that was removed or whose owner revoked the permission. This is final, so no request to the provider is needed. */
export async function disconnect(deps: ConnectDeps, accountId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const known = await findLiveAccount(tx, accountId);
    if (!known || !(await lockCreator(tx, known.creatorId))) return;
    // Checked again with the lock held, because a concurrent call may have ended the account.
    if (!(await findLiveAccount(tx, accountId))) return;
    await endAccount(tx, known.id);
    await setPayoutAccount(tx, {
      creatorId: known.creatorId,
      pageInvalidations: deps.pageInvalidations,
      accountId: null,
    });
  });
}

/** Applies an event about an account. Unknown accounts are ignored. */
export async function onAccountEvent(
  deps: ConnectDeps,
  { id, deauthorized }: { id: string; deauthorized: boolean },
): Promise<void> {
  if (deauthorized) await disconnect(deps, id);
  else await refreshAccount(deps, id, "webhook");
}
