import { LRUCache } from "lru-cache";
import type { PayoutMoney } from "../../../contract/api/payout-money.ts";
import type { ProviderName } from "../../../contract/rules/order-states.ts";
import type { CreatorViewer } from "../../platform/http/viewer.ts";
import type { AccountMoney } from "../../platform/payments/account-money.ts";
import { reserveProviderRead } from "../../platform/payments/limit.ts";
import { withTimeout } from "../../platform/timeout.ts";
import type { ConnectDeps } from "./accounts.ts";
import type { AccountRow } from "./repository.ts";
import { findCurrent } from "./service.ts";

/** The time for which a report is shown before the provider is read again. */
const FRESH_MS = 5 * 60_000;
/** The pause after a failed read. */
const RETRY_MS = 30_000;
const TIMEOUT_MS = 8_000;
const MAX_RETAINED = 2_000;

type Asking = { viewer: CreatorViewer; provider: ProviderName | undefined };
type Known = { money: AccountMoney | null; readAt: Date | null; askAgainAt: number };

/**
 * Creates the reader of creators' balances and payouts. It keeps reports in memory only, because they can be
 * read again.
 */
export function createMoneyReader(deps: ConnectDeps) {
  const known = new LRUCache<string, Known>({ max: MAX_RETAINED });
  const reading = new Map<string, Promise<Known>>();

  const read = async ({ id, accountId, provider, kind }: AccountRow): Promise<Known> => {
    const before = known.get(id);
    const now = deps.clock.now();
    const timedOut = () => {
      throw new Error("request timed out");
    };
    try {
      const request = deps.accountProviders[provider].readMoney(accountId ?? "", kind);
      const money = await withTimeout(request, TIMEOUT_MS, timedOut);
      return { money, readAt: now, askAgainAt: now.getTime() + FRESH_MS };
    } catch (error) {
      deps.log.warn({ err: error, provider }, "balance could not be read; showing what was read before");
      return {
        money: before?.money ?? null,
        readAt: before?.readAt ?? null,
        askAgainAt: now.getTime() + RETRY_MS,
      };
    }
  };

  /** Concurrent requests share one read of the provider. */
  const readOnce = (row: AccountRow): Promise<Known> => {
    const open = reading.get(row.id);
    if (open) return open;
    const started = read(row)
      .then((found) => {
        known.set(row.id, found);
        return found;
      })
      .finally(() => reading.delete(row.id));
    reading.set(row.id, started);
    return started;
  };

  return async ({ viewer, provider }: Asking): Promise<PayoutMoney> => {
    const whose = { creatorId: viewer.creatorId, provider };
    const row = await findCurrent(deps, whose);
    if (!row?.accountId) return present("no_account", null);
    // A former administrator must not see the operator's account, which also shows the sales of others.
    if (row.kind === "own" && !viewer.isAdmin) return present("not_reported", null);
    const before = known.get(row.id);
    const now = deps.clock.now().getTime();
    const isDue = !before || now >= before.askAgainAt;
    const mayRead = isDue && (await reserveProviderRead(deps.limits, whose.creatorId));
    const found = mayRead ? await readOnce(row) : before;
    if (!found || found.readAt === null) return present("unreadable", null);
    if (found.money === null) return present("not_reported", null);
    const isCurrent = now - found.readAt.getTime() < FRESH_MS;
    return present(isCurrent ? "current" : "earlier", { money: found.money, readAt: found.readAt });
  };
}

function present(
  state: PayoutMoney["state"],
  found: { money: AccountMoney; readAt: Date } | null,
): PayoutMoney {
  const { balances = [], payouts = [] } = found?.money ?? {};
  return {
    state,
    readAt: found?.readAt.toISOString() ?? null,
    balances: balances.map(({ currency, available, pending, frozen }) => ({
      currency,
      available_cents: available,
      pending_cents: pending,
      frozen_cents: frozen,
    })),
    payouts: payouts.map(({ amount, currency, status, arrivesAt }) => ({
      amount_cents: amount,
      currency,
      status,
      arrives_at: arrivesAt.toISOString(),
    })),
  };
}
