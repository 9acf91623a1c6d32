import { and, eq, gte, isNull } from "drizzle-orm";
import type { Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import { findCreatorByUser, lockCreator, setPayoutAccount } from "../creators/index.ts";
import { endAccount, findCurrentAccount } from "./repository.ts";
import { modesOf } from "./rules.ts";
import { connectAccounts } from "./tables.ts";

/**
 * Disconnects payout accounts that a stranger connected to a user's page. With `since`, keeps accounts that were
 * connected before that time. Sales through a disconnected account can still be refunded.
 */
export async function endAccountsOfUser(
  tx: Transaction,
  { accountProviders, pageInvalidations }: Pick<Infrastructure, "accountProviders" | "pageInvalidations">,
  { userId, since }: { userId: string; since?: Date | undefined },
): Promise<void> {
  const page = await findCreatorByUser(tx, userId);
  if (!page || !(await lockCreator(tx, page.id))) return;
  const { id: creatorId } = page;
  const rows = await tx
    .select({ id: connectAccounts.id })
    .from(connectAccounts)
    .where(
      and(
        eq(connectAccounts.creatorId, creatorId),
        isNull(connectAccounts.endedAt),
        since && gte(connectAccounts.createdAt, since),
      ),
    );
  if (rows.length === 0) return;
  for (const { id } of rows) await endAccount(tx, id);
  const left = await findCurrentAccount(tx, { creatorId, modes: modesOf(accountProviders) });
  await setPayoutAccount(tx, { creatorId, pageInvalidations, accountId: left?.accountId ?? null });
}
